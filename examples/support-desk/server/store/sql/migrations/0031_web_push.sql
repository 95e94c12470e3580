CREATE TABLE "push_alerts" (
	"id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"note_id" text,
	"body" text,
	"due_at" bigint NOT NULL,
	"only" text,
	"but" text,
	"told" jsonb,
	CONSTRAINT "push_alerts_id_pk" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "push_browsers" (
	"session_id" text PRIMARY KEY NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"away" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "push_browsers_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "pushes" (
	"id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"note_id" text,
	"body" text,
	"due_at" bigint NOT NULL,
	"session_id" text NOT NULL,
	"tries" integer NOT NULL,
	"try_until" bigint NOT NULL,
	CONSTRAINT "pushes_session_id_id_pk" PRIMARY KEY("session_id","id")
);
--> statement-breakpoint
ALTER TABLE "push_alerts" ADD CONSTRAINT "push_alerts_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_browsers" ADD CONSTRAINT "push_browsers_session_id_agent_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."agent_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_session_id_push_browsers_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."push_browsers"("session_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_alerts_due" ON "push_alerts" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "push_alerts_conversation" ON "push_alerts" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "pushes_due" ON "pushes" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "pushes_conversation" ON "pushes" USING btree ("conversation_id");