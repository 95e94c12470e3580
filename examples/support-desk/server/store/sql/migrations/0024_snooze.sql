ALTER TABLE "conversations" ADD COLUMN "snoozed_at" bigint;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "snoozed_until" bigint;