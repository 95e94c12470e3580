CREATE TABLE "saved_replies" (
	"id" text PRIMARY KEY NOT NULL,
	"shortcut" text NOT NULL,
	"text" text NOT NULL,
	"author" text NOT NULL,
	"saved_at" bigint NOT NULL,
	CONSTRAINT "saved_replies_shortcut_unique" UNIQUE("shortcut")
);
