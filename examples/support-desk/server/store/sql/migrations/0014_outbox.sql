CREATE TABLE "outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"place" bigserial NOT NULL,
	"publication" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "nodes" ADD COLUMN "shares" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "outbox_place" ON "outbox" USING btree ("place");