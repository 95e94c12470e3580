CREATE TABLE "campaign_counts" (
	"campaign_id" text PRIMARY KEY NOT NULL,
	"seen" integer NOT NULL,
	"dismissed" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaign_visits" (
	"campaign_id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"opened_at" bigint NOT NULL,
	"answered_at" bigint,
	CONSTRAINT "campaign_visits_campaign_id_conversation_id_pk" PRIMARY KEY("campaign_id","conversation_id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "campaign_id" text;--> statement-breakpoint
ALTER TABLE "campaign_visits" ADD CONSTRAINT "campaign_visits_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaign_visits_conversation" ON "campaign_visits" USING btree ("conversation_id");