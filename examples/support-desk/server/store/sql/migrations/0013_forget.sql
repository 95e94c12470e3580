ALTER TABLE "attachments" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "used_at" bigint DEFAULT (extract(epoch from now()) * 1000)::bigint NOT NULL;--> statement-breakpoint
CREATE INDEX "attachments_address" ON "attachments" USING btree ("address");--> statement-breakpoint
CREATE INDEX "conversations_closed" ON "conversations" USING btree ("status","last_updated_at");--> statement-breakpoint
CREATE INDEX "sessions_used" ON "sessions" USING btree ("kind","used_at");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");