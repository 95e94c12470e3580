ALTER TABLE "conversations" ADD COLUMN "closed_at" bigint;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "rating" jsonb;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "rated_at" bigint;--> statement-breakpoint
CREATE INDEX "conversations_rated" ON "conversations" USING btree ("rated_at");