CREATE TABLE "attachments" (
	"id" text PRIMARY KEY NOT NULL,
	"conversation_id" text NOT NULL,
	"message_id" text NOT NULL,
	"file_name" text NOT NULL,
	"media_type" text NOT NULL,
	"size" integer NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "happenings" (
	"id" text PRIMARY KEY NOT NULL,
	"conversation_id" text NOT NULL,
	"kind" text NOT NULL,
	"reference_id" text,
	"created_at" bigint NOT NULL,
	"body" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_requests" (
	"code" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"integration_id" text NOT NULL,
	"status" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "visitor_delivered" bigint;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "routing_status" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "queued_at" bigint;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "assignee" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "assigned_before" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "first_asked_at" bigint;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "first_answered_at" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pending_clients" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "happenings" ADD CONSTRAINT "happenings_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_requests" ADD CONSTRAINT "link_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "happenings_reference" ON "happenings" USING btree ("conversation_id","kind","reference_id");--> statement-breakpoint
CREATE INDEX "link_requests_user" ON "link_requests" USING btree ("user_id","integration_id");--> statement-breakpoint
CREATE INDEX "conversations_queue" ON "conversations" USING btree ("routing_status","queued_at","id");--> statement-breakpoint
CREATE INDEX "conversations_answered" ON "conversations" USING btree ("first_answered_at");