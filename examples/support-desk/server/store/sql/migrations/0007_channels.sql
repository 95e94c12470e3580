ALTER TABLE "link_requests" ADD COLUMN "client_id" text;--> statement-breakpoint
ALTER TABLE "link_requests" ADD COLUMN "conversation_id" text;--> statement-breakpoint
ALTER TABLE "link_requests" ADD COLUMN "linked_at" bigint;