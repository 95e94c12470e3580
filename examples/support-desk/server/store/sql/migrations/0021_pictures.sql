CREATE TABLE "pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"media_type" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "changes" jsonb;