ALTER TABLE "conversations" ADD COLUMN "assignee_id" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "waiting_since" bigint;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "mentioned" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "blocked_at" bigint;--> statement-breakpoint
ALTER TABLE "waits" ADD COLUMN "alert_at" bigint;--> statement-breakpoint
CREATE INDEX "conversations_open" ON "conversations" USING btree ("last_updated_at","id") WHERE "status" = 'active' and "message_count" > 0;--> statement-breakpoint
CREATE INDEX "conversations_waiting" ON "conversations" USING btree (coalesce("waiting_since", case when "first_answered_at" is null then "first_asked_at" end, 900000000000000 - "last_updated_at"),"id") WHERE "status" = 'active' and "message_count" > 0;--> statement-breakpoint
CREATE INDEX "conversations_unassigned" ON "conversations" USING btree ("last_updated_at","id") WHERE "status" = 'active' and "message_count" > 0 and "assignee" is null;--> statement-breakpoint
CREATE INDEX "conversations_assignee" ON "conversations" USING btree ("assignee_id","last_updated_at","id") WHERE "status" = 'active' and "message_count" > 0;--> statement-breakpoint
CREATE INDEX "conversations_done" ON "conversations" USING btree ("last_updated_at","id") WHERE "status" = 'idle' and "message_count" > 0;--> statement-breakpoint
CREATE INDEX "users_blocked" ON "users" USING btree ("blocked_at") WHERE "users"."blocked_at" is not null;--> statement-breakpoint
CREATE INDEX "waits_alert" ON "waits" USING btree ("alert_at");