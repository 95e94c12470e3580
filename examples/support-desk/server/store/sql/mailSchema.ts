import { bigserial, boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { EmailRefusal } from '../../../shared/lists';
import { time } from './columns';
import { conversations } from './conversationSchema';
import { messages } from './messageSchema';

/** The whole texts of messages' emails, separate from the messages, whose lists do not need them. */
export const mailTexts = pgTable('mail_texts', {
  messageId: text('message_id')
    .primaryKey()
    .references(() => messages.id, { onDelete: 'cascade' }),
  text: text('text').notNull(),
});

/** Refused emails. */
export const refusedMails = pgTable(
  'refused_mails',
  {
    id: text('id').primaryKey(),
    place: bigserial('place', { mode: 'number' }).notNull(),
    identity: text('identity').notNull(),
    reason: text('reason').$type<EmailRefusal>().notNull(),
    conversationId: text('conversation_id').references(() => conversations.id, { onDelete: 'cascade' }),
    isProven: boolean('is_proven').notNull(),
    canAccept: boolean('can_accept').notNull(),
    sender: text('sender').notNull(),
    subject: text('subject').notNull(),
    preview: text('preview').notNull(),
    uid: time('uid').notNull(),
    validity: text('validity').notNull(),
    messageId: text('message_id'),
    refusedAt: time('refused_at').notNull(),
  },
  (t) => [
    uniqueIndex('refused_mails_identity').on(t.identity),
    index('refused_mails_place').on(t.place),
    index('refused_mails_conversation').on(t.conversationId),
    index('refused_mails_sender').on(t.sender),
  ],
);
