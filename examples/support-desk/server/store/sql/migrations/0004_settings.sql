CREATE TABLE "settings_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"author" text NOT NULL,
	"saved_at" bigint NOT NULL,
	"value" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"restored" integer
);
