ALTER TABLE "conversations" ADD COLUMN "tags" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "conversations_tags" ON "conversations" USING gin ("tags");--> statement-breakpoint
UPDATE "conversations" SET "tags" = to_jsonb(string_to_array("metadata" ->> 'zen:ticket:tags', ',')) WHERE "metadata" ->> 'zen:ticket:tags' <> '';
