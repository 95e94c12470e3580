CREATE TABLE "waits" (
	"conversation_id" text PRIMARY KEY NOT NULL,
	"offer_at" bigint,
	"offered" boolean NOT NULL,
	"unread_from" bigint,
	"mail_at" bigint,
	"tries" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "conversation_id" text;--> statement-breakpoint
ALTER TABLE "waits" ADD CONSTRAINT "waits_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waits_offer" ON "waits" USING btree ("offer_at");--> statement-breakpoint
CREATE INDEX "waits_mail" ON "waits" USING btree ("mail_at");