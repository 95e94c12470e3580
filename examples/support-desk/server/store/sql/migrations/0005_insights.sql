CREATE TABLE "blip_counts" (
	"day" integer NOT NULL,
	"kind" text NOT NULL,
	"page" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "blip_counts_day_kind_page_pk" PRIMARY KEY("day","kind","page")
);
--> statement-breakpoint
CREATE TABLE "error_reports" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"level" text NOT NULL,
	"operation" text NOT NULL,
	"reason" text NOT NULL,
	"version" text NOT NULL,
	"url" text NOT NULL,
	"count" integer NOT NULL,
	"first_at" bigint NOT NULL,
	"last_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "error_reports_newest" ON "error_reports" USING btree ("last_at","fingerprint");--> statement-breakpoint
CREATE INDEX "conversations_asked" ON "conversations" USING btree ("first_asked_at");