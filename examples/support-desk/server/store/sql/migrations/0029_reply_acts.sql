ALTER TABLE "attachments" ADD COLUMN "shares" text;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "file_name" text;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "size" integer;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "width" integer;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "height" integer;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD COLUMN "folder" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD COLUMN "acts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD COLUMN "files" jsonb DEFAULT '[]'::jsonb NOT NULL;