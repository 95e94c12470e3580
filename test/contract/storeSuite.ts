import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Conversation, Message, Session, User } from '../../examples/support-desk/server/model/entities';
import type { InboxPlace } from '../../examples/support-desk/server/store/reads';
import type { Store } from '../../examples/support-desk/server/store/store';
import { aConversation, createInserts, newId } from '../support/deskRows';

const aUser = (fields: Partial<User> = {}): User => ({
  id: newId(),
  referenceId: null,
  externalId: null,
  profile: {},
  locale: 'en-us',
  conversationStarted: false,
  properties: { plan: 'free', emoji: '🎉' },
  clients: [{ id: 'c', platform: 'web', info: { userAgent: 'x' } }],
  pendingClients: [],
  blockedAt: null,
  corrections: {},
  mergedInto: null,
  createdAt: 1_700_000_000_123,
  ...fields,
});

const aMessage = (conversationId: string, received: number, fields: Partial<Message> = {}): Message => ({
  id: newId(),
  conversationId,
  referenceId: null,
  received,
  role: 'appUser',
  type: 'text',
  body: { text: 'hello', nested: { list: [1, null, true] } },
  ...fields,
});

/** Tests that every store must pass. Each store has its own test file that runs them. */
export const describeStore = (name: string, open: () => Promise<Store>): void => {
  describe(`the store on ${name}`, () => {
    let store: Store;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    const { addUser, addConversation } = createInserts(() => store, aUser);

    it('gives back a user exactly as it was put in', async () => {
      const user = await addUser({ referenceId: newId() });
      expect(await store.userById(user.id)).toEqual(user);
      expect(await store.userByReference(user.referenceId ?? '')).toEqual(user);
      expect(await store.userById('nobody')).toBeUndefined();
    });

    it('takes a user reference once, also when two ask at the same time', async () => {
      const referenceId = newId();
      const taken = await Promise.all(
        [1, 2, 3].map(() => store.transaction((tx) => tx.insertUser(aUser({ referenceId })))),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
    });

    it('takes any number of users without a reference', async () => {
      const taken = await Promise.all([1, 2].map(() => store.transaction((tx) => tx.insertUser(aUser()))));
      expect(taken).toEqual([true, true]);
    });

    it('finds a credential with its user and removes only what has expired', async () => {
      const user = await addUser();
      const session = (tokenHash: string, expiresAt: number | null) => ({
        tokenHash: `${user.id}${tokenHash}`,
        userId: user.id,
        kind: 'session' as const,
        conversationId: null,
        clientId: null,
        parentHash: null,
        createdAt: 5,
        usedAt: 6,
        expiresAt,
      });
      await store.transaction(async (tx) => {
        await tx.insertSession(session('lasting', null));
        await tx.insertSession(session('short', 100));
        await tx.insertSession(session('longer', 101));
      });
      expect(await store.sessionByHash(`${user.id}short`)).toEqual({ session: session('short', 100), user });
      await store.transaction((tx) => tx.deleteExpiredSessions(user.id, 100));
      expect(await store.sessionByHash(`${user.id}short`)).toBeUndefined();
      expect(await store.sessionByHash(`${user.id}longer`)).toBeDefined();
      expect(await store.sessionByHash(`${user.id}lasting`)).toBeDefined();
    });

    it('takes an external id once, also when two ask at the same time, and finds its user', async () => {
      const externalId = newId();
      const all = [1, 2, 3].map(() => aUser({ externalId, profile: { name: 'Ada' } }));
      const taken = await Promise.all(all.map((user) => store.transaction((tx) => tx.insertUser(user))));
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await store.userByExternalId(externalId)).toEqual(all[taken.indexOf(true)]);
    });

    it('removes the credentials of a browser, of a credential with what came of it, or all', async () => {
      const user = await addUser();
      const other = await addUser();
      const session = (name: string, fields: Partial<Session> = {}) => ({
        tokenHash: `${fields.userId ?? user.id}${name}`,
        userId: user.id,
        kind: 'session' as const,
        conversationId: null,
        clientId: null,
        parentHash: null,
        createdAt: 1,
        usedAt: 1,
        expiresAt: null,
        ...fields,
      });
      const add = (...all: Session[]) =>
        store.transaction(async (tx) => {
          for (const one of all) await tx.insertSession(one);
        });
      const child = session('child', { parentHash: `${user.id}a` });
      await add(session('a'), child, session('b', { clientId: 'c' }), session('d', { clientId: 'e' }));
      await add(session('x', { userId: other.id, clientId: 'c' }));
      const removed = await store.transaction((tx) =>
        tx.deleteSessions(user.id, { tokenHash: `${user.id}a`, clientId: 'c' }),
      );
      expect(removed.sort()).toEqual(['a', 'b', 'child'].map((n) => user.id + n));
      expect(await store.transaction((tx) => tx.deleteSessions(user.id))).toEqual([`${user.id}d`]);
      expect(await store.sessionByHash(`${other.id}x`)).toBeDefined();
    });

    it('moves conversations from one user to another and removes the first with their credentials', async () => {
      const [from, to] = [await addUser(), await addUser()];
      const first = await addConversation(from.id, { referenceId: 'same' });
      const second = await addConversation(from.id, { referenceId: 'own', isDefault: false });
      const held = await addConversation(to.id, { referenceId: 'same' });
      await store.transaction((tx) => tx.insertMessage(aMessage(first.id, 1)));
      const moved = await store.transaction(async (tx) => {
        const done = await tx.moveConversations(from.id, to.id);
        await tx.deleteUser(from.id);
        return done;
      });
      expect(moved.map((c) => c.id).sort()).toEqual([first.id, second.id].sort());
      expect(await store.userById(from.id)).toBeUndefined();
      expect(await store.conversationById(first.id)).toMatchObject({
        userId: to.id,
        isDefault: false,
        referenceId: null,
      });
      expect(await store.conversationByReference(to.id, 'own')).toMatchObject({ id: second.id });
      expect(await store.conversationByReference(to.id, 'same')).toMatchObject({ id: held.id });
      expect((await store.messages(first.id, { limit: 5 })).messages).toHaveLength(1);
    });

    it('leaves the default conversation the default where it is the first', async () => {
      const [from, to] = [await addUser(), await addUser()];
      const { id } = await addConversation(from.id);
      await store.transaction((tx) => tx.moveConversations(from.id, to.id));
      expect(await store.conversationById(id)).toMatchObject({ userId: to.id, isDefault: true });
    });

    it('keeps the secret of links and the one before', async () => {
      const [first] = await store.linkKeys();
      const [second, third] = [newId(), newId()];
      await store.transaction((tx) => tx.rotateLinkKey(second));
      expect(await store.linkKeys()).toEqual([second, first]);
      const failing = store.transaction(async (tx) => {
        await tx.rotateLinkKey(third);
        throw new Error('undone');
      });
      await expect(failing).rejects.toThrow('undone');
      expect(await store.linkKeys()).toEqual([second, first]);
      await store.transaction((tx) => tx.rotateLinkKey(third));
      expect(await store.linkKeys()).toEqual([third, second]);
    });

    it('keeps signing keys, and one at a time may count them', async () => {
      const key = (id: string) => ({ id, name: 'k', secret: 's', createdAt: Date.now() });
      const ids = Array.from({ length: 3 }, newId);
      const before = (await store.signingKeys()).length;
      const counts = await Promise.all(
        ids.map((id) =>
          store.transaction(async (tx) => {
            await tx.lockDesk();
            const count = (await tx.signingKeys()).length;
            await tx.insertSigningKey(key(id));
            return count;
          }),
        ),
      );
      expect(counts.sort()).toEqual([before, before + 1, before + 2]);
      for (const id of ids) {
        expect(await store.transaction((tx) => tx.deleteSigningKey(id))).toBe(true);
      }
      expect(await store.transaction((tx) => tx.deleteSigningKey('none'))).toBe(false);
    });

    it('keeps versions of the settings, newest first, until they are deleted', async () => {
      const [newest] = await store.settingsVersions({ limit: 1 });
      const first = (newest?.version ?? 0) + 1;
      const changes = [{ path: 'messenger/title', after: 'Shop' }];
      const version = (number: number, restored: number | null = null) => ({
        version: number,
        author: 'Ada',
        savedAt: 1_700_000_000_123,
        value: { messenger: { title: 'Shop', zIndex: 1.5 }, locales: { offered: ['de'] } },
        changes,
        restored,
      });
      await store.transaction(async (tx) => {
        for (const number of [first, first + 1]) await tx.insertSettingsVersion(version(number));
        await tx.insertSettingsVersion(version(first + 2, first));
      });
      await expect(store.transaction((tx) => tx.insertSettingsVersion(version(first)))).rejects.toThrow();
      expect(await store.settingsVersion(first)).toEqual(version(first));
      expect(await store.settingsVersions({ limit: 2 })).toEqual([
        version(first + 2, first),
        version(first + 1),
      ]);
      expect(await store.settingsVersions({ before: first + 1, limit: 1 })).toEqual([version(first)]);
      await store.transaction((tx) => tx.deleteSettingsVersions(first + 1));
      expect(await store.settingsVersion(first)).toBeUndefined();
      expect((await store.settingsVersions({ limit: 9 })).map((row) => row.version)).toEqual([first + 2]);
      await store.transaction((tx) => tx.deleteSettingsVersions(first + 2));
    });

    it('keeps pictures of the settings, oldest first, until they are deleted', async () => {
      const pictures = [2, 1, 3].map((createdAt) => ({
        id: newId(),
        mediaType: 'image/png',
        createdAt,
        fileName: null,
        size: null,
        width: null,
        height: null,
      }));
      const [second, first, third] = pictures;
      await store.transaction(async (tx) => {
        for (const picture of pictures) await tx.insertPicture(picture);
      });
      expect(await store.pictures()).toEqual([first, second, third]);
      expect([await store.pictureById(first?.id ?? ''), await store.pictureById('none')]).toEqual([
        first,
        undefined,
      ]);
      await store.transaction((tx) => tx.deletePictures([first?.id ?? '', third?.id ?? '', 'none']));
      expect(await store.pictures()).toEqual([second]);
      await store.transaction((tx) => tx.deletePictures([second?.id ?? '']));
    });

    it('takes a conversation reference once per user', async () => {
      const [one, other] = [await addUser(), await addUser()];
      const add = (userId: string) =>
        store.transaction((tx) => tx.insertConversation(aConversation(userId, { referenceId: 'same' })));
      expect(await add(one.id)).toBe(true);
      expect(await add(one.id)).toBe(false);
      expect(await add(other.id)).toBe(true);
      expect((await store.conversationByReference(one.id, 'same'))?.userId).toBe(one.id);
    });

    it("lists a user's conversations newest first, a page at a time, with the newest message", async () => {
      const user = await addUser();
      for (const at of [10, 30, 20]) await addConversation(user.id, { lastUpdatedAt: at });
      const message = await store.transaction(async (tx) => {
        const [newest] = await tx.conversationsOfUser(user.id, { offset: 0, limit: 1 });
        const id = newest?.conversation.id ?? '';
        const added = aMessage(id, 40);
        await tx.insertMessage(added);
        await tx.updateConversation(id, { lastMessageId: added.id });
        return added;
      });
      const first = await store.conversationsOfUser(user.id, { offset: 0, limit: 2 });
      const rest = await store.conversationsOfUser(user.id, { offset: 2, limit: 2 });
      expect(first.map((row) => row.conversation.lastUpdatedAt)).toEqual([30, 20]);
      expect(rest.map((row) => row.conversation.lastUpdatedAt)).toEqual([10]);
      expect(first.map((row) => row.lastMessage)).toEqual([message, undefined]);
    });

    it('leaves conversations without a message out of the inbox unless asked for them', async () => {
      const user = await addUser();
      const latest = 4_000_000_000_000 + Date.now();
      const empty = await addConversation(user.id, { lastUpdatedAt: latest });
      const full = await addConversation(user.id, { lastUpdatedAt: latest + 1, messageCount: 1 });
      const ids = async (all: boolean) =>
        (await store.inbox({ limit: 50, empty: all })).map((row) => row.conversation.id);
      expect(await ids(false)).toContain(full.id);
      expect(await ids(false)).not.toContain(empty.id);
      expect((await ids(true)).slice(0, 2)).toEqual([full.id, empty.id]);
      expect((await store.inboxRow(full.id))?.user).toEqual(user);
    });

    it('pages the inbox by place, also where conversations share a time and one moves up between pages', async () => {
      const tags = [randomUUID()];
      const user = await addUser();
      const rows: Conversation[] = [];
      for (const at of [50, 40, 40, 40, 30])
        rows.push(await addConversation(user.id, { lastUpdatedAt: at, messageCount: 1, tags }));
      const page = async (after?: InboxPlace) =>
        (await store.inbox({ after, limit: 2, empty: false, tag: tags[0] })).map((row) => row.conversation);
      const placeOf = (c: Conversation | undefined) => c && { at: c.lastUpdatedAt, id: c.id };
      const first = await page();
      await store.transaction((tx) => tx.updateConversation(rows[4]?.id ?? '', { lastUpdatedAt: 60 }));
      const second = await page(placeOf(first[1]));
      const third = await page(placeOf(second[1]));
      expect([...first, ...second].map((c) => c.lastUpdatedAt)).toEqual([50, 40, 40, 40]);
      expect(new Set([...first, ...second].map((c) => c.id)).size).toBe(4);
      expect(third).toEqual([]);
    });

    it('pages the queue by place, the longest wait first', async () => {
      const tags = [randomUUID()];
      const user = await addUser();
      for (const queuedAt of [7, 5, 5, 6])
        await addConversation(user.id, { routingStatus: 'queued', queuedAt, messageCount: 1, tags });
      const view = { kind: 'queued' } as const;
      const page = async (after?: InboxPlace) =>
        (await store.inbox({ after, limit: 3, empty: false, view, tag: tags[0] })).map((r) => r.conversation);
      const first = await page();
      const last = first[2];
      const rest = await page({ at: last?.queuedAt ?? 0, id: last?.id ?? '' });
      expect([...first, ...rest].map((c) => c.queuedAt)).toEqual([5, 5, 6, 7]);
    });

    it('pages what a search finds by place, each with its newest message that has the words', async () => {
      const word = `w${randomUUID().replaceAll('-', '')}`;
      const user = await addUser();
      for (const at of [10, 20, 30]) {
        const { id } = await addConversation(user.id, { lastUpdatedAt: at, messageCount: 2 });
        const bodies = [`one ${word}`, `two ${word.toUpperCase()}`, 'three'];
        await store.transaction(async (tx) => {
          for (const [i, text] of bodies.entries())
            await tx.insertMessage({ ...aMessage(id, at + i), body: { text } });
        });
      }
      const page = (after?: InboxPlace) => store.inbox({ after, limit: 2, empty: false, search: word });
      const first = await page();
      const last = first[1]?.conversation;
      const rest = await page({ at: last?.lastUpdatedAt ?? 0, id: last?.id ?? '' });
      expect([...first, ...rest].map((row) => row.conversation.lastUpdatedAt)).toEqual([30, 20, 10]);
      const match = first[0]?.match;
      expect(match?.body).toEqual({ text: `two ${word.toUpperCase()}` });
      expect(match).toEqual(await store.messageById(first[0]?.conversation.id ?? '', match?.id ?? ''));
    });

    it('ends a search that nobody waits for', async () => {
      const reading = store.inbox(
        { limit: 1, empty: false, search: 'x' },
        AbortSignal.abort(new Error('over')),
      );
      await expect(reading).rejects.toThrow('over');
    });

    it('answers a ping, and counts the emails that wait', async () => {
      await store.ping();
      const before = await store.waitingEmails();
      const { id } = await addConversation((await addUser()).id);
      const wait = {
        conversationId: id,
        offerAt: 5,
        mailAt: null,
        unreadFrom: null,
        offered: false,
        tries: 0,
        alertAt: null,
        awayAt: null,
      };
      await store.transaction((tx) => tx.putWait(wait));
      expect(await store.waitingEmails()).toBe(before);
      await store.transaction((tx) => tx.putWait({ ...wait, mailAt: 6 }));
      expect(await store.waitingEmails()).toBe(before + 1);
    });

    it('pages messages backwards, each page ascending', async () => {
      const conversation = await addConversation((await addUser()).id);
      await store.transaction(async (tx) => {
        for (let at = 1; at <= 5; at++) await tx.insertMessage(aMessage(conversation.id, at));
      });
      const page = async (before?: number) => {
        const found = await store.messages(conversation.id, { before, limit: 2 });
        return [found.messages.map((m) => m.received), found.hasPrevious];
      };
      expect(await page()).toEqual([[4, 5], true]);
      expect(await page(4)).toEqual([[2, 3], true]);
      expect(await page(2)).toEqual([[1], false]);
      expect(await page(1)).toEqual([[], false]);
    });

    it('gives back a message exactly as it was put in', async () => {
      const conversation = await addConversation((await addUser()).id);
      const message = aMessage(conversation.id, 1_795_226_574_044, { referenceId: 'r', role: 'appMaker' });
      await store.transaction((tx) => tx.insertMessage(message));
      expect(await store.messageByReference(conversation.id, 'r')).toEqual(message);
      expect((await store.messages(conversation.id, { limit: 5 })).messages).toEqual([message]);
    });

    it('takes a message reference once per conversation', async () => {
      const user = await addUser();
      const [one, other] = [await addConversation(user.id), await addConversation(user.id)];
      const add = (id: string, received: number) =>
        store.transaction((tx) => tx.insertMessage(aMessage(id, received, { referenceId: 'same' })));
      await add(one.id, 1);
      await expect(add(one.id, 2)).rejects.toThrow();
      await add(other.id, 1);
      expect((await store.messages(one.id, { limit: 5 })).messages).toHaveLength(1);
    });

    it('finds messages by their reference in all conversations of a user', async () => {
      const [user, other] = [await addUser(), await addUser()];
      const own = [await addConversation(user.id), await addConversation(user.id)];
      const all = [...own, await addConversation(other.id)];
      await store.transaction(async (tx) => {
        for (const { id } of all)
          for (const [at, referenceId] of ['one', 'two', null].entries())
            await tx.insertMessage(aMessage(id, at + 1, { referenceId }));
      });
      const found = await store.messagesByReference(user.id, 'two');
      expect(found.map((m) => m.conversationId).sort()).toEqual(own.map(({ id }) => id).sort());
      expect(found.every((m) => m.received === 2)).toBe(true);
      expect(await store.messagesByReference(user.id, 'three')).toEqual([]);
    });

    it('finds what a user has sent twice, in two conversations', async () => {
      const user = await addUser();
      const [first, second] = [await addConversation(user.id), await addConversation(user.id)];
      const rows: Partial<Message>[] = [
        { referenceId: 'a', body: { text: 'a' } },
        { referenceId: 'b', body: { mediaSize: 3 } },
        { referenceId: 'c', role: 'appMaker' },
        { referenceId: null },
      ];
      await store.transaction(async (tx) => {
        for (const { id } of [first, second])
          for (const [at, row] of rows.entries()) await tx.insertMessage(aMessage(id, at + 1, row));
        await tx.insertMessage(aMessage(second.id, 9, { referenceId: 'd' }));
      });
      const repeats = await store.repeatsOf(user.id, [second.id]);
      expect(repeats.map((m) => [m.conversationId, m.referenceId]).sort()).toEqual([
        [second.id, 'a'],
        [second.id, 'b'],
      ]);
      expect(await store.repeatsOf((await addUser()).id, [second.id])).toEqual([]);
      expect(await store.repeatsOf(user.id, [])).toEqual([]);
    });

    it('finds a message by its id and by an action of its own or of an item, only in its conversation', async () => {
      const user = await addUser();
      const [one, other] = [await addConversation(user.id), await addConversation(user.id)];
      const plain = aMessage(one.id, 1, { body: { actions: [{ _id: 'a1' }, { _id: 'a2', text: 'x' }] } });
      const deep = aMessage(one.id, 2, { body: { items: [{}, { actions: [{ _id: 'b1' }] }] } });
      await store.transaction(async (tx) => {
        await tx.insertMessage(plain);
        await tx.insertMessage(deep);
      });
      expect(await store.messageById(one.id, plain.id)).toEqual(plain);
      expect(await store.messageById(other.id, plain.id)).toBeUndefined();
      expect((await store.messageByAction(one.id, 'a2'))?.id).toBe(plain.id);
      expect((await store.messageByAction(one.id, 'b1'))?.id).toBe(deep.id);
      expect(await store.messageByAction(one.id, 'c1')).toBeUndefined();
      expect(await store.messageByAction(other.id, 'a2')).toBeUndefined();
    });

    it('changes a message’s text, and undoes that with its transaction', async () => {
      const conversation = await addConversation((await addUser()).id);
      const message = aMessage(conversation.id, 1);
      await store.transaction((tx) => tx.insertMessage(message));
      const failing = store.transaction(async (tx) => {
        await tx.updateMessage(message.id, { body: { submitted: 'no' } });
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await store.messageById(conversation.id, message.id)).toEqual(message);
      await store.transaction((tx) => tx.updateMessage(message.id, { body: { submitted: true } }));
      expect((await store.messageById(conversation.id, message.id))?.body).toEqual({ submitted: true });
    });

    it('keeps files, what happened and link requests as they were put in', async () => {
      const user = await addUser();
      const conversation = await addConversation(user.id);
      const conversationId = conversation.id;
      const attachment = { id: newId(), conversationId, messageId: 'm', fileName: 'é.pdf' };
      const file = {
        ...attachment,
        mediaType: 'application/pdf',
        size: 52_428_800,
        createdAt: 7,
        address: null,
        shares: null,
      };
      const happened = (referenceId: string | null, createdAt: number) => ({
        id: newId(),
        conversationId,
        kind: 'postback' as const,
        referenceId,
        createdAt,
        body: { actionId: 'a' },
      });
      const request = (status: 'open' | 'linked', expiresAt: number, createdAt: number) => ({
        code: newId(),
        userId: user.id,
        integrationId: 'wa',
        status,
        createdAt,
        expiresAt,
        clientId: null,
        conversationId: null,
        linkedAt: null,
      });
      const [old, open, ended] = [
        request('open', 100, 1),
        request('open', 200, 2),
        request('linked', 900, 3),
      ];
      const events = [happened('r', 1), happened(null, 2), happened(null, 3)];
      await store.transaction(async (tx) => {
        await tx.insertAttachment(file);
        for (const event of events) expect(await tx.insertHappening(event)).toBe(true);
        expect(await tx.insertHappening(happened('r', 4))).toBe(false);
        for (const one of [old, open, ended]) await tx.insertLinkRequest(one);
      });
      expect(await store.attachmentById(file.id)).toEqual(file);
      expect(await store.happenings(conversationId, 'postback', 2)).toEqual([events[2], events[1]]);
      expect(await store.happenings(conversationId, 'referral', 2)).toEqual([]);
      expect(await store.openLinkRequest(user.id, 'wa', 50)).toEqual(open);
      expect(await store.openLinkRequest(user.id, 'wa', 200)).toBeUndefined();
      const link = { status: 'linked', clientId: 'k', conversationId, linkedAt: 7 } as const;
      await store.transaction((tx) => tx.updateLinkRequest(open.code, link));
      expect(await store.linkRequest(open.code)).toEqual({ ...open, ...link });
    });

    it('sums up what files take on the disk, of a visitor those they sent themselves', async () => {
      const [ada, bob] = [await addUser(), await addUser()];
      const [hers, his] = [await addConversation(ada.id), await addConversation(bob.id)];
      const before = await store.attachmentBytes();
      const add = async (conversationId: string, at: number, role: 'appUser' | 'appMaker', size: number) =>
        store.transaction(async (tx) => {
          const message = { ...aMessage(conversationId, at), role };
          await tx.insertMessage(message);
          const id = newId();
          const file = { id, conversationId, messageId: message.id, fileName: 'a', mediaType: 'image/png' };
          await tx.insertAttachment({ ...file, size, createdAt: at, address: null, shares: null });
        });
      expect(await store.attachmentBytes(ada.id)).toBe(0);
      await add(hers.id, 1, 'appUser', 52_428_800);
      await add(hers.id, 2, 'appUser', 1);
      await add(hers.id, 3, 'appMaker', 9000);
      await add(his.id, 1, 'appUser', 5000);
      expect(await store.attachmentBytes(ada.id)).toBe(52_428_800 + 4096);
      expect(await store.attachmentBytes(bob.id)).toBe(5000);
      expect((await store.attachmentBytes()) - before).toBe(52_428_800 + 4096 + 9000 + 5000);
    });

    it('refuses a second message of the same time in a conversation', async () => {
      const conversation = await addConversation((await addUser()).id);
      const add = () => store.transaction((tx) => tx.insertMessage(aMessage(conversation.id, 7)));
      await add();
      await expect(add()).rejects.toThrow();
      expect((await store.messages(conversation.id, { limit: 5 })).messages).toHaveLength(1);
    });

    it('leaves no trace of a transaction that fails', async () => {
      const user = await addUser();
      const conversation = await addConversation(user.id);
      const failing = store.transaction(async (tx) => {
        await tx.insertMessage(aMessage(conversation.id, 1));
        await tx.updateConversation(conversation.id, { messageCount: 1 });
        await tx.updateUser(user.id, { locale: 'de' });
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await store.conversationById(conversation.id)).toEqual(conversation);
      expect(await store.userById(user.id)).toEqual(user);
      expect((await store.messages(conversation.id, { limit: 5 })).messages).toEqual([]);
    });

    it('leaves no trace of a transaction in which a write fails, and says which, whatever was written after it', async () => {
      const conversation = await addConversation((await addUser()).id);
      const twice = store.transaction(async (tx) => {
        await tx.insertMessage(aMessage(conversation.id, 2));
        await tx.updateConversation(conversation.id, { messageCount: 1 });
        await tx.insertMessage(aMessage(conversation.id, 2));
        await tx.updateConversation(conversation.id, { messageCount: 2 });
        return tx.conversationById(conversation.id);
      });
      const { cause = {}, message } = (await twice.catch((error) => error)) as Error;
      expect(`${message} ${(cause as Error).message}`).toMatch(/messages_received|must increase/);
      expect(await store.conversationById(conversation.id)).toEqual(conversation);
      await store.transaction((tx) => tx.updateConversation(conversation.id, { messageCount: 3 }));
      expect(await store.conversationById(conversation.id)).toEqual({ ...conversation, messageCount: 3 });
    });

    it('takes each field of a conversation away again', async () => {
      const conversation = await addConversation((await addUser()).id);
      const rating = { value: 'good', ratedAt: 5 } as unknown as Conversation['rating'];
      const changes = { rating, ratedAt: 5, displayName: 'Ada', waitingSince: 7, campaignId: 'c' };
      await store.transaction((tx) => tx.updateConversation(conversation.id, changes));
      expect(await store.conversationById(conversation.id)).toEqual({ ...conversation, ...changes });
      const gone = Object.fromEntries(Object.keys(changes).map((field) => [field, null]));
      await store.transaction((tx) => tx.updateConversation(conversation.id, gone));
      expect(await store.conversationById(conversation.id)).toEqual(conversation);
    });

    it('locks a conversation after the user who probably has it, and reads who does', async () => {
      const [first, second] = [await addUser(), await addUser()];
      const conversation = await addConversation(first.id);
      for (const before of [undefined, first.id, second.id, 'nobody']) {
        const locked = await store.transaction((tx) => tx.lockConversation(conversation.id, before));
        expect(locked).toEqual({ conversation, user: first });
        const none = await store.transaction((tx) => tx.lockConversation('unknown', before));
        expect(none).toBeUndefined();
      }
    });

    it('keeps a conversation locked until the change is done', async () => {
      const conversation = await addConversation((await addUser()).id);
      const increment = () =>
        store.transaction(async (tx) => {
          const locked = await tx.lockConversation(conversation.id);
          const messageCount = (locked?.conversation.messageCount ?? 0) + 1;
          await tx.updateConversation(conversation.id, { messageCount });
        });
      await Promise.all(Array.from({ length: 20 }, increment));
      expect((await store.conversationById(conversation.id))?.messageCount).toBe(20);
    });

    it('gives back publications in their order, each once, and those of a failed transaction never', async () => {
      const hostile = ['\u0000', '\ud800', '"\\', '</script>', '🎉', 'x'.repeat(100_000)];
      const rows = hostile.map((text, i) => ({
        id: newId(),
        publication: { to: 'visitor' as const, appUserId: `user-${i}`, event: { text, deep: [{ text }] } },
      }));
      const [first, second, third, ...rest] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]];
      await store.transaction((tx) => tx.insertPublications([first, second], 1000));
      await store.transaction((tx) => tx.insertPublications([third, ...rest], 2000));
      expect(await store.waitingPublications()).toBe(rows.length);
      const failing = store.transaction(async (tx) => {
        await tx.insertPublications([{ ...first, id: newId() }], 1000);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      const take = (before: number, limit: number) =>
        store.transaction((tx) => tx.takePublications({ before, limit }));
      expect(await take(1000, 9)).toEqual([]);
      const early = { ...first, id: newId() };
      await store.transaction((tx) => tx.insertPublications([early], 62_000));
      // Only a clock that is wrong is so far ahead.
      expect([await take(1000, 9), await take(1000, 9)]).toEqual([[early], []]);
      expect(await take(1001, 1)).toEqual([first]);
      await store.transaction((tx) => tx.deletePublications([third.id, 'unknown']));
      await expect(
        store.transaction(async (tx) => {
          await tx.takePublications({ before: 9999, limit: 9 });
          throw new Error('not sent');
        }),
      ).rejects.toThrow('not sent');
      expect(await take(9999, 9)).toEqual([second, ...rest]);
      expect(await take(9999, 9)).toEqual([]);
      expect(await store.waitingPublications()).toBe(0);
    });

    it('gives each publication to one of those who ask at once', async () => {
      const rows = Array.from({ length: 40 }, () => ({
        id: newId(),
        publication: { to: 'subscriptions' as const, tags: ['tag'] },
      }));
      await store.transaction((tx) => tx.insertPublications(rows, 1000));
      const taken = await Promise.all(
        Array.from({ length: 4 }, () =>
          store.transaction((tx) => tx.takePublications({ before: 2000, limit: 10 })),
        ),
      );
      const left = await store.transaction((tx) => tx.takePublications({ before: 2000, limit: 100 }));
      const ids = [...taken, left].flat().map(({ id }) => id);
      expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    });

    it('keeps what it gave out apart from what it holds', async () => {
      const user = await addUser();
      const read = await store.userById(user.id);
      if (read) read.properties.plan = 'changed by the reader';
      expect((await store.userById(user.id))?.properties.plan).toBe('free');
    });
  });
};
