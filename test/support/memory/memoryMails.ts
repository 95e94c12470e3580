import type { RefusedMail } from '../../../examples/support-desk/server/model/mailEntities';
import type { MailReads, MailWrites } from '../../../examples/support-desk/server/store/mailStore';
import type { Edit } from './memoryForgetting';
import { copy, copyOr, find, type Tables } from './memoryReads';

type Put = { put<T>(table: Map<string, T>, key: string, value: T): void };

const newestFirst = (t: Tables, test: (mail: RefusedMail) => boolean) =>
  [...t.refusedMails.values()].filter(test).sort((a, b) => b.place - a.place);

export const createMailReads = (t: Tables): MailReads => ({
  mailTexts: async (ids) => ids.flatMap((id) => copyOr(t.mailTexts.get(id)) ?? []),
  refusedMails: async ({ before = Number.POSITIVE_INFINITY, limit }) =>
    newestFirst(t, () => true)
      .filter(({ place }) => place < before)
      .slice(0, limit)
      .map(copy),
  refusedMailById: async (id) => copyOr(t.refusedMails.get(id)),
  refusedMailCounts: async () => ({
    all: t.refusedMails.size,
    acceptable: newestFirst(t, ({ canAccept }) => canAccept).length,
  }),
  refusedMailsOf: async (userId, sender) =>
    newestFirst(
      t,
      (mail) =>
        t.conversations.get(mail.conversationId ?? '')?.userId === userId ||
        (sender !== undefined && mail.sender === sender),
    ).map(copy),
});

export const createMailWrites = (t: Tables, { put, remove }: Edit & Put): MailWrites => {
  const removeAll = (mails: readonly RefusedMail[]): void => {
    for (const { id } of mails) remove(t.refusedMails, id);
  };
  return {
    insertMailText: async (row) => put(t.mailTexts, row.messageId, row),
    insertRefusedMail: async (mail) => {
      if (find(t.refusedMails.values(), ({ identity }) => identity === mail.identity)) return false;
      t.refusedMailPlace += 1;
      put(t.refusedMails, mail.id, { ...mail, place: t.refusedMailPlace });
      return true;
    },
    trimRefusedMails: async ({ isProven, sender, conversationId }, most) =>
      removeAll(
        newestFirst(
          t,
          (mail) =>
            mail.isProven === isProven &&
            (sender === undefined || mail.sender === sender) &&
            (!conversationId || mail.conversationId === conversationId),
        ).slice(most),
      ),
    deleteRefusedMail: async (id) => remove(t.refusedMails, id),
    deleteRefusedMails: async (which) =>
      removeAll(
        newestFirst(t, (mail) =>
          'before' in which ? mail.refusedAt < which.before : mail.sender === which.sender,
        ),
      ),
  };
};
