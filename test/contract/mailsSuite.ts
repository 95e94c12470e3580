import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../examples/support-desk/server/model/entities';
import type { RefusedMail } from '../../examples/support-desk/server/model/mailEntities';
import type { Store } from '../../examples/support-desk/server/store/store';
import { aUser, createInserts, newId } from '../support/deskRows';

const aMail = (fields: Partial<RefusedMail> = {}): RefusedMail => ({
  id: newId(),
  identity: newId(),
  reason: 'stranger',
  conversationId: null,
  isProven: false,
  canAccept: true,
  sender: `${newId()}@other.example`,
  subject: 'Re: ä',
  preview: 'I have "two" 🙂',
  uid: 4_294_967_295,
  validity: '1',
  messageId: '<a@b>',
  refusedAt: 5,
  ...fields,
});

/** What a store must do with mails that came in. */
export const describeMails = (name: string, open: () => Promise<Store>): void => {
  describe(`mails in ${name}`, () => {
    let store: Store;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    const { addUser, addConversation } = createInserts(() => store, aUser);
    const list = (...mails: RefusedMail[]): Promise<boolean[]> =>
      store.transaction(async (tx) => {
        const added: boolean[] = [];
        for (const mail of mails) added.push(await tx.insertRefusedMail(mail));
        return added;
      });
    /** Which of these are listed. */
    const listed = async (...mails: RefusedMail[]): Promise<RefusedMail[]> => {
      const found = await Promise.all(mails.map(({ id }) => store.refusedMailById(id)));
      return mails.filter((_, at) => found[at] !== undefined);
    };
    const texts = async (...messages: Pick<Message, 'id'>[]): Promise<string[]> =>
      (await store.mailTexts(messages.map(({ id }) => id))).map(({ text }) => text);
    const addMessage = async (conversationId: string, received: number, text: string): Promise<Message> => {
      const message: Message = {
        id: newId(),
        conversationId,
        referenceId: null,
        received,
        role: 'appUser',
        type: 'text',
        body: { text: 'short' },
      };
      await store.transaction(async (tx) => {
        await tx.insertMessage(message);
        await tx.insertMailText({ messageId: message.id, text });
      });
      return message;
    };

    it('keep their whole text beside the message, as long as that is there', async () => {
      const { id: userId } = await addUser();
      const [one, other] = [await addConversation(userId), await addConversation(userId)];
      const [first, second, third] = [
        await addMessage(one.id, 1, 'ä\n> 🙂'.repeat(30_000)),
        await addMessage(one.id, 2, 'second'),
        await addMessage(other.id, 1, 'third'),
      ];
      expect(await texts(first)).toEqual(['ä\n> 🙂'.repeat(30_000)]);
      expect(await texts()).toEqual([]);
      await store.transaction((tx) => tx.deleteMessages(one.id, first.id));
      expect(await texts(first, second)).toEqual(['second']);
      await store.transaction((tx) => tx.deleteConversations([one.id]));
      expect(await texts(first, second, third)).toEqual(['third']);
      await store.transaction((tx) => tx.deleteUser(userId));
      expect(await texts(third)).toEqual([]);
    });

    it('are not there after a transaction that failed', async () => {
      const { id } = await addConversation((await addUser()).id);
      const message = await addMessage(id, 1, 'first');
      const mail = aMail();
      const failing = store.transaction(async (tx) => {
        await tx.insertRefusedMail(mail);
        await tx.deleteMessages(id);
        throw new Error('undone');
      });
      await expect(failing).rejects.toThrow('undone');
      expect([await listed(mail), await texts(message)]).toEqual([[], ['first']]);
    });

    it('that were refused are listed once, newest first, in pages, and counted', async () => {
      const before = await store.refusedMailCounts();
      const mails = [aMail(), aMail({ canAccept: false, messageId: null }), aMail()];
      expect(await list(...mails, aMail({ identity: mails[0]?.identity }))).toEqual([
        true,
        true,
        true,
        false,
      ]);
      const [newest, ...older] = await store.refusedMails({ limit: 2 });
      expect([newest, ...older]).toMatchObject([mails[2], mails[1]]);
      const [oldest] = await store.refusedMails({ before: older[0]?.place, limit: 1 });
      expect(oldest).toMatchObject({ ...mails[0] });
      expect(await store.refusedMailCounts()).toEqual({
        all: before.all + 3,
        acceptable: before.acceptable + 2,
      });
    });

    it('are listed once, also when two processes refuse one, and removed once', async () => {
      const mail = aMail();
      const twice = await Promise.all(
        [mail, { ...mail, id: newId() }].map((one) => store.transaction((tx) => tx.insertRefusedMail(one))),
      );
      expect(twice.toSorted()).toEqual([false, true]);
      const [kept] = await store.refusedMailsOf('', mail.sender);
      const gone = await Promise.all(
        [1, 2].map(() => store.transaction((tx) => tx.deleteRefusedMail(kept?.id ?? ''))),
      );
      expect(gone.toSorted()).toEqual([false, true]);
    });

    it('crowd out only those of their origin, the oldest first', async () => {
      const { id: conversationId } = await addConversation((await addUser()).id);
      const proven = [1, 2, 3].map(() => aMail({ isProven: true, conversationId }));
      const sender = `${newId()}@flood.example`;
      const flood = [1, 2, 3].map(() => aMail({ sender }));
      const claimed = aMail({ sender, isProven: true });
      const other = aMail();
      await list(...proven, ...flood, claimed, other);
      await store.transaction((tx) => tx.trimRefusedMails({ isProven: false, sender }, 2));
      expect(await listed(...flood, claimed, other, ...proven)).toEqual([
        ...flood.slice(1),
        claimed,
        other,
        ...proven,
      ]);
      await store.transaction((tx) => tx.trimRefusedMails({ isProven: true, conversationId }, 1));
      expect(await listed(...proven, claimed)).toEqual([proven[2], claimed]);
      await store.transaction((tx) => tx.trimRefusedMails({ isProven: false }, 1));
      expect(await listed(...flood, other, claimed)).toEqual([other, claimed]);
    });

    it('end by time, by sender, and with the conversation that they name', async () => {
      const user = await addUser();
      const { id: conversationId } = await addConversation(user.id);
      const sender = `${newId()}@visitor.example`;
      const old = aMail({ refusedAt: 1 });
      const [named, sent, other] = [aMail({ conversationId }), aMail({ sender }), aMail()];
      await list(old, named, sent, other);
      expect((await store.refusedMailsOf(user.id, sender)).map(({ id }) => id)).toEqual([sent.id, named.id]);
      expect((await store.refusedMailsOf(user.id, undefined)).map(({ id }) => id)).toEqual([named.id]);
      await store.transaction((tx) => tx.deleteRefusedMails({ before: 2 }));
      expect(await listed(old, named, sent, other)).toEqual([named, sent, other]);
      await store.transaction((tx) => tx.deleteRefusedMails({ sender }));
      await store.transaction((tx) => tx.deleteUser(user.id));
      expect(await listed(named, sent, other)).toEqual([other]);
    });
  });
};
