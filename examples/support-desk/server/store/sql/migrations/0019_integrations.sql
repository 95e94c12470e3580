CREATE TABLE "deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"place" bigserial NOT NULL,
	"webhook_id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"type" text NOT NULL,
	"event" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"state" text NOT NULL,
	"tries" integer NOT NULL,
	"due_at" bigint NOT NULL,
	"try_until" bigint NOT NULL,
	"claimed_until" bigint NOT NULL,
	"answer" text,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "integrations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"display_name" text NOT NULL,
	"answers_first" boolean NOT NULL,
	"hears_all" boolean NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"integration_id" text NOT NULL,
	"target" text NOT NULL,
	"triggers" jsonb NOT NULL,
	"secret" text NOT NULL,
	"include_full_user" boolean NOT NULL,
	"include_full_source" boolean NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_log" ON "deliveries" USING btree ("webhook_id","place");--> statement-breakpoint
CREATE INDEX "deliveries_conversation" ON "deliveries" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "deliveries_waiting" ON "deliveries" USING btree ("webhook_id","conversation_id","place") WHERE "state" = 'waiting';--> statement-breakpoint
CREATE INDEX "deliveries_ended" ON "deliveries" USING btree ("ended_at");--> statement-breakpoint
CREATE UNIQUE INDEX "integrations_name" ON "integrations" USING btree ("name");--> statement-breakpoint
CREATE INDEX "webhooks_integration" ON "webhooks" USING btree ("integration_id");