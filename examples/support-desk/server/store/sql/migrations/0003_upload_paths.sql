CREATE INDEX "attachments_conversation" ON "attachments" USING btree ("conversation_id");--> statement-breakpoint
-- A message kept the whole address of its file, as the sender's request named the desk. It keeps the path from now on.
UPDATE "messages" SET "body" = jsonb_set("body", '{mediaUrl}', to_jsonb(regexp_replace("body" ->> 'mediaUrl', '^.*(/uploads/[^/]+/[^/]+)$', '\1')))
FROM "attachments" WHERE "attachments"."message_id" = "messages"."id";--> statement-breakpoint
UPDATE "messages" SET "body" = jsonb_set("body", '{quotedMessage,content,mediaUrl}', to_jsonb(regexp_replace("body" #>> '{quotedMessage,content,mediaUrl}', '^.*(/uploads/[^/]+/[^/]+)$', '\1')))
FROM "attachments" WHERE "attachments"."message_id" = "messages"."body" #>> '{quotedMessage,content,_id}' AND "messages"."body" #>> '{quotedMessage,content,mediaUrl}' IS NOT NULL;
