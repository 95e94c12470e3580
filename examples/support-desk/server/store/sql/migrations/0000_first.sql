CREATE TABLE "conversations" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"participant_id" text NOT NULL,
	"reference_id" text,
	"display_name" text,
	"description" text,
	"icon_url" text,
	"is_default" boolean NOT NULL,
	"status" text NOT NULL,
	"metadata" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"last_updated_at" bigint NOT NULL,
	"last_received" bigint NOT NULL,
	"last_message_id" text,
	"message_count" integer NOT NULL,
	"visitor_unread" integer NOT NULL,
	"visitor_last_read" bigint,
	"business_unread" integer NOT NULL,
	"business_last_read" bigint
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" text PRIMARY KEY NOT NULL,
	"conversation_id" text NOT NULL,
	"reference_id" text,
	"received" bigint NOT NULL,
	"role" text NOT NULL,
	"type" text NOT NULL,
	"body" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"reference_id" text,
	"external_id" text,
	"locale" text,
	"conversation_started" boolean NOT NULL,
	"properties" jsonb NOT NULL,
	"clients" jsonb NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_reference" ON "conversations" USING btree ("user_id","reference_id");--> statement-breakpoint
CREATE INDEX "conversations_of_user" ON "conversations" USING btree ("user_id","last_updated_at","id");--> statement-breakpoint
CREATE INDEX "conversations_newest" ON "conversations" USING btree ("last_updated_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_reference" ON "messages" USING btree ("conversation_id","reference_id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_received" ON "messages" USING btree ("conversation_id","received");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_reference" ON "users" USING btree ("reference_id");