ALTER TABLE "agent_links" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "agent_links" ADD COLUMN "mail" jsonb;