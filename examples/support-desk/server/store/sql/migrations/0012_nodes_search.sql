CREATE TABLE "nodes" (
	"id" text PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"seen_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "users_made_up_name" ON "users" USING btree ((((ascii(substr(lpad(right("id", 4), 4), 1, 1)) % 39 * 16 + ascii(substr(lpad(right("id", 4), 4), 2, 1)) % 39) % 64) * 64 + ((ascii(substr(lpad(right("id", 4), 4), 3, 1)) % 39 * 16 + ascii(substr(lpad(right("id", 4), 4), 4, 1)) % 39) % 64)));