CREATE TABLE "saved_views" (
	"id" text PRIMARY KEY NOT NULL,
	"agent_id" text,
	"name" text NOT NULL,
	"filter" jsonb NOT NULL,
	"author" text NOT NULL,
	"saved_at" bigint NOT NULL
);
