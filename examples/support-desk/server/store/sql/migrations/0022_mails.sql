CREATE TABLE "mail_texts" (
	"message_id" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refused_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"place" bigserial NOT NULL,
	"identity" text NOT NULL,
	"reason" text NOT NULL,
	"conversation_id" text,
	"is_proven" boolean NOT NULL,
	"can_accept" boolean NOT NULL,
	"sender" text NOT NULL,
	"subject" text NOT NULL,
	"preview" text NOT NULL,
	"uid" bigint NOT NULL,
	"validity" text NOT NULL,
	"message_id" text,
	"refused_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_texts" ADD CONSTRAINT "mail_texts_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_mails" ADD CONSTRAINT "refused_mails_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refused_mails_identity" ON "refused_mails" USING btree ("identity");--> statement-breakpoint
CREATE INDEX "refused_mails_place" ON "refused_mails" USING btree ("place");--> statement-breakpoint
CREATE INDEX "refused_mails_conversation" ON "refused_mails" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "refused_mails_sender" ON "refused_mails" USING btree ("sender");