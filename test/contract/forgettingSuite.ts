import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mentionsOf } from '../../examples/support-desk/server/domain/visitors/mentions';
import type {
  Attachment,
  Conversation,
  Message,
  Session,
  User,
} from '../../examples/support-desk/server/model/entities';
import type { Store } from '../../examples/support-desk/server/store/store';
import { aUser as anyUser, createInserts, newId } from '../support/deskRows';

const DAY = 86_400_000;
/** In ms. */
const NOW = 1_800_000_000_000;
/** A day without other counts. */
const DAY_OF_PAGES = 1_000_000;

const aUser = (fields: Partial<User> = {}): User => anyUser({ createdAt: NOW - 40 * DAY, ...fields });

const aSession = (userId: string, fields: Partial<Session> = {}): Session => ({
  tokenHash: newId(),
  userId,
  kind: 'session',
  conversationId: null,
  clientId: null,
  parentHash: null,
  createdAt: NOW - 40 * DAY,
  usedAt: NOW - 40 * DAY,
  expiresAt: null,
  ...fields,
});

const aMessage = (conversationId: string, received: number, role: Message['role'] = 'appUser'): Message => ({
  id: newId(),
  conversationId,
  referenceId: null,
  received,
  role,
  type: 'text',
  body: { text: 'hello' },
});

const aFile = (conversationId: string, messageId: string, fields: Partial<Attachment> = {}): Attachment => ({
  id: newId(),
  conversationId,
  messageId,
  fileName: 'a.png',
  mediaType: 'image/png',
  size: 5000,
  createdAt: NOW,
  address: null,
  shares: null,
  ...fields,
});

/** Tests of what deletes, exports and ends, for every store. */
export const describeForgetting = (name: string, open: () => Promise<Store>): void => {
  describe(`what the store on ${name} forgets`, () => {
    let store: Store;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    const { addUser, addConversation } = createInserts(() => store, aUser);
    const add = (...messages: Message[]) =>
      store.transaction(async (tx) => {
        for (const message of messages) await tx.insertMessage(message);
      });
    const addFile = async (file: Attachment): Promise<Attachment> => {
      await store.transaction((tx) => tx.insertAttachment(file));
      return file;
    };

    it('gives what belongs to a user, oldest first, and how much it is', async () => {
      const [user, other] = [await addUser(), await addUser()];
      const second = await addConversation(user.id, { createdAt: 2, isDefault: false });
      const first = await addConversation(user.id, { createdAt: 1 });
      const elsewhere = await addConversation(other.id);
      const message = aMessage(first.id, 1);
      await add(
        message,
        aMessage(first.id, 2, 'appMaker'),
        aMessage(second.id, 1),
        aMessage(elsewhere.id, 1),
      );
      const late = await addFile(aFile(second.id, 'm', { createdAt: 20, size: 9000 }));
      const early = await addFile(aFile(first.id, message.id, { createdAt: 10, size: 1, address: 'there' }));
      await addFile(aFile(elsewhere.id, 'm'));
      const sessions = [
        aSession(user.id, { createdAt: 1 }),
        aSession(user.id, { createdAt: 2, kind: 'websocket' }),
      ];
      await store.transaction(async (tx) => {
        for (const session of sessions.toReversed()) await tx.insertSession(session);
      });
      const link = {
        code: newId(),
        userId: user.id,
        integrationId: 'wa',
        status: 'open' as const,
        createdAt: 1,
        expiresAt: 2,
        clientId: null,
        conversationId: null,
        linkedAt: null,
      };
      await store.transaction((tx) => tx.insertLinkRequest(link));

      expect(await store.conversationIdsOf(user.id)).toEqual([first.id, second.id]);
      expect(await store.attachmentsOf([first.id, second.id])).toEqual([early, late]);
      expect(await store.attachmentsOf([])).toEqual([]);
      expect(await store.sessionsOf(user.id)).toEqual(sessions);
      expect(await store.linkRequestsOf(user.id)).toEqual([link]);
      expect(await store.visitorAmounts(user.id)).toEqual({
        conversations: 2,
        messages: 3,
        files: 2,
        bytes: 4096 + 9000,
      });
      expect(await store.visitorAmounts('nobody')).toEqual({
        conversations: 0,
        messages: 0,
        files: 0,
        bytes: 0,
      });
      expect(await store.knownAttachments([early.id, 'unknown'])).toEqual([early.id]);
      expect(await store.knownAttachments([])).toEqual([]);
    });

    it('sums up the files of one address', async () => {
      const conversation = await addConversation((await addUser()).id);
      const address = newId();
      await addFile(aFile(conversation.id, 'm', { size: 1, address }));
      await addFile(aFile(conversation.id, 'm', { size: 10_000, address }));
      await addFile(aFile(conversation.id, 'm', { size: 10_000, address: 'elsewhere' }));
      expect(await store.addressBytes(address)).toBe(14_096);
      expect(await store.addressBytes('unknown')).toBe(0);
    });

    it('deletes a user with every row of theirs, and no row of others', async () => {
      const [user, other] = [await addUser(), await addUser()];
      const mine = await addConversation(user.id);
      const theirs = await addConversation(other.id);
      for (const { id } of [mine, theirs]) {
        const message = aMessage(id, 1);
        await add(message);
        await addFile(aFile(id, message.id));
        await store.transaction(async (tx) => {
          await tx.putWait({
            conversationId: id,
            offerAt: 1,
            offered: false,
            unreadFrom: null,
            mailAt: 1,
            tries: 0,
            alertAt: null,
            awayAt: null,
          });
          await tx.insertHappening({
            id: newId(),
            conversationId: id,
            kind: 'change',
            referenceId: null,
            createdAt: 1,
            body: {},
          });
          await tx.insertCampaignVisit({
            campaignId: `c${id}`,
            conversationId: id,
            openedAt: 1,
            answeredAt: null,
          });
        });
      }
      const traces = async ({ id }: Conversation) => [
        (await store.messages(id, { limit: 5 })).messages.length,
        (await store.attachmentsOf([id])).length,
        (await store.waitOf(id)) ? 1 : 0,
        (await store.happenings(id, 'change', 5)).length,
        (await store.campaignFigures()).filter(({ campaignId }) => campaignId === `c${id}`).length,
      ];
      await store.transaction((tx) => tx.deleteUser(user.id));
      expect(await traces(mine)).toEqual([0, 0, 0, 0, 0]);
      expect(await store.conversationById(mine.id)).toBeUndefined();
      expect(await traces(theirs)).toEqual([1, 1, 1, 1, 1]);
      await store.transaction((tx) => tx.deleteConversations([theirs.id]));
      expect(await traces(theirs)).toEqual([0, 0, 0, 0, 0]);
      expect(await store.userById(other.id)).toEqual(other);
    });

    it('undoes a deletion whose transaction fails', async () => {
      const user = await addUser();
      const conversation = await addConversation(user.id);
      await add(aMessage(conversation.id, 1));
      const failing = store.transaction(async (tx) => {
        await tx.deleteUser(user.id);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await store.userById(user.id)).toEqual(user);
      expect(await store.visitorAmounts(user.id)).toMatchObject({ conversations: 1, messages: 1 });
    });

    it('ends sessions that were not used, and what has expired, some at a time', async () => {
      const user = await addUser();
      const old = [aSession(user.id, { usedAt: 5 }), aSession(user.id, { usedAt: 6 })];
      const used = aSession(user.id, { usedAt: 5 });
      const link = aSession(user.id, { usedAt: 5, kind: 'link', expiresAt: NOW + 1 });
      const expired = aSession(user.id, { usedAt: NOW, kind: 'websocket', expiresAt: NOW });
      await store.transaction(async (tx) => {
        for (const session of [...old, used, link, expired]) await tx.insertSession(session);
        await tx.touchSession(used.tokenHash, 10);
      });
      const end = (limit: number) =>
        store.transaction((tx) => tx.deleteEndedSessions({ usedBefore: 10, now: NOW, limit }));
      expect(await end(2)).toHaveLength(2);
      await end(100);
      expect((await store.sessionsOf(user.id)).map((s) => s.tokenHash).sort()).toEqual(
        [used, link].map((s) => s.tokenHash).sort(),
      );
      expect((await store.sessionByHash(used.tokenHash))?.session.usedAt).toBe(10);
    });

    it('knows who has never written and has not been seen', async () => {
      const before = NOW - 30 * DAY;
      const lastSeen = (at: number) => [{ id: 'c', lastSeen: new Date(at).toISOString() }];
      const silent = await addUser();
      const answered = await addUser({ clients: lastSeen(before - 1) });
      const wrote = await addUser();
      const fresh = await addUser({ createdAt: before });
      const seen = await addUser({ clients: lastSeen(before) });
      const back = await addUser();
      const ids = [silent, answered, wrote, fresh, seen, back].map(({ id }) => id);
      await add(aMessage((await addConversation(answered.id)).id, 1, 'appMaker'));
      await add(aMessage((await addConversation(wrote.id)).id, 1));
      await store.transaction((tx) => tx.insertSession(aSession(back.id, { usedAt: before })));
      expect((await store.silentUsers(ids, before)).sort()).toEqual([silent.id, answered.id].sort());
      expect(await store.silentUsers([], before)).toEqual([]);
      const after = await store.userIdsAfter(silent.id, 2);
      expect(after).toEqual(ids.sort().slice(ids.indexOf(silent.id) + 1, ids.indexOf(silent.id) + 3));
    });

    it('keeps the place of its upkeep', async () => {
      expect(await store.upkeepNote('users')).toBe('');
      for (const place of ['one', 'two', '']) {
        await store.transaction((tx) => tx.setUpkeepNote('users', place));
        expect(await store.upkeepNote('users')).toBe(place);
      }
    });

    it('finds closed conversations without a change since a time', async () => {
      const { id } = await addUser();
      const closed = { status: 'idle' as const };
      const second = await addConversation(id, { ...closed, lastUpdatedAt: 20 });
      const first = await addConversation(id, { ...closed, lastUpdatedAt: 10 });
      const changed = await addConversation(id, { ...closed, lastUpdatedAt: 10 });
      const open = await addConversation(id, { lastUpdatedAt: 10 });
      const young = await addConversation(id, { ...closed, lastUpdatedAt: 30 });
      const changeAt = (conversationId: string, createdAt: number) =>
        store.transaction((tx) =>
          tx.insertHappening({
            id: newId(),
            conversationId,
            kind: 'change',
            referenceId: null,
            createdAt,
            body: { what: 'closed' },
          }),
        );
      await changeAt(changed.id, 30);
      await changeAt(first.id, 29);
      const among = [second, first, changed, open, young].map((c) => c.id);
      expect(await store.closedBefore(30, 10, among)).toEqual([first, second]);
      expect(await store.closedBefore(30, 1, among)).toEqual([first]);
      expect(await store.closedBefore(30, 10, [])).toEqual([]);
    });

    it('deletes counted pages and reported errors that name a visitor, and no others', async () => {
      const user = aUser({ id: newId(), externalId: 'ada.l', profile: { email: 'ada@shop.example' } });
      const report = (fingerprint: string, reason: string, url: string) => ({
        fingerprint,
        level: 'error' as const,
        operation: 'x',
        reason,
        version: '1',
        url,
        count: 1,
        firstAt: 1,
        lastAt: 1,
      });
      const pages = [
        'shop.example/',
        'shop.example/customers/ada.l',
        'shop.example/ada.lovelace',
        'shop.example/adaxl',
      ];
      await store.transaction(async (tx) => {
        await tx.addToBlips(
          pages.map((page) => ({ day: DAY_OF_PAGES, kind: 'open' as const, page, count: 1 })),
        );
        await tx.addErrorReport(report('in the text', `no user ${user.id}`, 'https://shop.example/'));
        await tx.addErrorReport(report('in the address', 'x', 'https://shop.example/ADA%40shop.example/'));
        await tx.addErrorReport({ ...report('in its name', 'x', ''), operation: `login ${user.id}` });
        await tx.addErrorReport({ ...report('in its version', 'x', ''), version: 'ada.l' });
        await tx.addErrorReport(report('of others', 'ada', 'https://shop.example/'));
        await tx.deleteMentions(mentionsOf(user, ['conversation-1']));
      });
      expect((await store.blips(DAY_OF_PAGES)).map(({ page }) => page).sort()).toEqual(
        ['shop.example/', 'shop.example/ada.lovelace', 'shop.example/adaxl'].sort(),
      );
      expect((await store.errorReports(10)).map(({ fingerprint }) => fingerprint)).toEqual(['of others']);
      for (const externalId of ['ada👍🏽', 'ада-é', '(ada) [x]*', '日本語の人', '\\\\ada\\d', 'a|b^c$d']) {
        const odd = aUser({ id: newId(), externalId });
        await store.transaction(async (tx) => {
          await tx.addErrorReport(report(externalId, `of ${externalId}, not found`, ''));
          await tx.deleteMentions(mentionsOf(odd, []));
        });
      }
      expect((await store.errorReports(10)).map(({ fingerprint }) => fingerprint)).toEqual(['of others']);
    });

    it('deletes what repeats a deleted message, and keeps all else', async () => {
      const conversation = await addConversation((await addUser()).id);
      const elsewhere = await addConversation((await addUser()).id);
      const gone = aMessage(conversation.id, 1, 'appMaker');
      const quote = (id: string) => ({
        type: 'message',
        content: { _id: id, type: 'text', text: 'my card' },
      });
      const quoting = (received: number, id: string, where = conversation.id): Message => ({
        ...aMessage(where, received),
        body: { text: 'see above', quotedMessageId: id, quotedMessage: quote(id) },
      });
      const kept = [quoting(2, gone.id), quoting(3, 'another'), quoting(1, gone.id, elsewhere.id)];
      await add(gone, ...kept);
      const integration = {
        ...{
          id: newId(),
          name: newId(),
          displayName: 'Bot',
          answersFirst: false,
          hearsAll: true,
          createdAt: 1,
        },
      };
      const webhook = {
        ...{ id: newId(), integrationId: integration.id, target: 'https://bot.example/', secret: 'x' },
        ...{ triggers: [], includeFullUser: false, includeFullSource: false, createdAt: 1 },
      };
      const delivery = (type: 'conversation:message' | 'conversation:postback', payload: object) => ({
        ...{ id: newId(), webhookId: webhook.id, conversationId: conversation.id, type, event: { payload } },
        ...{ createdAt: 1, state: 'waiting' as const, tries: 0, dueAt: 1, tryUntil: 9, claimedUntil: 0 },
        ...{ answer: null, endedAt: null },
      });
      const quoted = { type: 'message', message: { id: gone.id, content: { text: 'my card' } } };
      const press = (messageId: string, payload: string) => ({
        ...{ id: newId(), conversationId: conversation.id, kind: 'postback' as const, referenceId: null },
        ...{ createdAt: 1, body: { actionId: 'a', messageId, text: 'Card', payload, metadata: { a: 1 } } },
      });
      const presses = [press(gone.id, 'card'), press('another', 'other')];
      await store.transaction(async (tx) => {
        await tx.putIntegration(integration);
        await tx.putWebhook(webhook);
        for (const one of presses) await tx.insertHappening(one);
        await tx.insertDeliveries([
          delivery('conversation:message', { message: { id: gone.id, content: { text: 'my card' } } }),
          delivery('conversation:message', { message: { id: 'later', quotedMessage: quoted } }),
          delivery('conversation:postback', { postback: { payload: 'card' } }),
          delivery('conversation:postback', { postback: { payload: 'other' } }),
        ]);
        await tx.deleteMessages(conversation.id, gone.id);
      });
      const { messages } = await store.messages(conversation.id, { limit: 10 });
      expect(messages.map(({ body }) => body)).toEqual([
        { text: 'see above', quotedMessageId: gone.id },
        kept[1]?.body,
      ]);
      expect((await store.messages(elsewhere.id, { limit: 10 })).messages[0]?.body).toEqual(kept[2]?.body);
      const told = await store.deliveries(webhook.id, { limit: 10 });
      expect(told.map(({ event }) => event.payload).toReversed()).toEqual([
        { message: { id: 'later' } },
        { postback: { payload: 'other' } },
      ]);
      const happenings = await store.happenings(conversation.id, 'postback', 10);
      expect(happenings.map(({ id, body }) => [id, body]).sort()).toEqual(
        [
          [presses[0]?.id, { actionId: 'a', messageId: gone.id }],
          [presses[1]?.id, presses[1]?.body],
        ].sort(),
      );
      await store.transaction((tx) => tx.deleteMessages(conversation.id));
      expect(await store.deliveries(webhook.id, { limit: 10 })).toEqual([]);
    });
  });
};
