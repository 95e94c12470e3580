import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Office } from '../../support/days/office';
import { day, play } from '../../support/days/play';

/** `npm run test:long -- days` plays 50,000. */
const DAYS = Number(process.env.DAYS ?? 10_000);

it('a visitor who waits is somebody’s, on any day', async () => {
  await fc.assert(
    fc.asyncProperty(day, (one) => play(one)),
    { numRuns: DAYS },
  );
});

/** What a desk could do wrong, as replacements of its acts. */
const FAULTS: Record<string, (office: Office) => Partial<Office>> = {
  'a removed agent who keeps their visitors': ({ store }) => ({
    remove: (id) => store.transaction((tx) => tx.updateAgent(id, { removedAt: 1 })),
  }),
  'a visitor who is unblocked, about whom nobody hears': ({ store }) => ({
    block: (_, userId, on) => store.transaction((tx) => tx.updateUser(userId, { blockedAt: on ? 1 : null })),
  }),
  'an act that the log does not have': ({ store }) => ({
    close: (_, id) =>
      store.transaction((tx) =>
        tx.updateConversation(id, { status: 'idle', routingStatus: null, assignee: null, assigneeId: null }),
      ) as never,
  }),
  'a conversation that opens by itself': ({ store, pass }) => ({
    pass: async (minutes, each) => {
      await pass(minutes, each);
      for (const { conversation } of await store.inbox({ view: { kind: 'closed' }, limit: 9, empty: false }))
        await store.transaction((tx) => tx.updateConversation(conversation.id, { status: 'active' }));
    },
  }),
  'a closed conversation that forgets its agent': ({ store, close }) => ({
    close: async (agent, id) => {
      const row = await close(agent, id);
      await store.transaction((tx) => tx.updateConversation(id, { assignee: null, assigneeId: null }));
      return row;
    },
  }),
  'an answer that takes a colleague’s visitor': ({ assign, reply }) => ({
    reply: async (agent, id) => {
      await assign(agent, id, agent);
      return reply(agent, id);
    },
  }),
  'a note that assigns': ({ assign, note }) => ({
    note: async (agent, id) => {
      await assign(agent, id, agent);
      await note(agent, id);
    },
  }),
  'a snooze that never ends': ({ store, pass }) => ({
    pass: async (minutes, each) => {
      for (const { conversation } of await store.inbox({ view: { kind: 'snoozed' }, limit: 9, empty: false }))
        await store.transaction((tx) => tx.updateConversation(conversation.id, { snoozedUntil: null }));
      await pass(minutes, each);
    },
  }),
  'a visitor who writes into a snooze, which goes on': ({ store, write }) => ({
    write: async (userId, id) => {
      const before = await store.conversationById(id);
      const sent = await write(userId, id);
      await store.transaction((tx) => tx.updateConversation(id, { snoozedAt: before?.snoozedAt ?? null }));
      return sent;
    },
  }),
  'a message of a team that is away each time': ({ store, write }) => ({
    write: async (userId, id) => {
      const sent = await write(userId, id);
      const wait = await store.waitOf(id);
      if (wait) await store.transaction((tx) => tx.putWait({ ...wait, awayAt: null }));
      return sent;
    },
  }),
  'a message of a team that is away that counts as an answer': ({ store, write, aways }) => ({
    write: async (userId, id) => {
      const before = await aways(id);
      const sent = await write(userId, id);
      if ((await aways(id)) > before)
        await store.transaction((tx) =>
          tx.updateConversation(id, { waitingSince: null, firstAnsweredAt: 1 }),
        );
      return sent;
    },
  }),
  'turns of an agent who is full': ({ store }) => ({
    turns: async () => {
      for (const { conversation } of await store.inbox({
        view: { kind: 'unassigned' },
        limit: 9,
        empty: false,
      })) {
        const [agent] = (await store.agents()).filter(({ id }) => id !== 'root');
        if (agent && conversation.waitingSince !== null)
          await store.transaction((tx) =>
            tx.updateConversation(conversation.id, { assignee: agent.name, assigneeId: agent.id }),
          );
      }
    },
  }),
  'turns that always come to the same agent': ({ store, turns }) => ({
    turns: async () => {
      await turns();
      for (const { id } of await store.agents())
        await store.transaction((tx) => tx.updateAgent(id, { turnAt: id === 'ada' ? 0 : 9e14 }));
    },
  }),
  'turns that are never given': () => ({ turns: async () => undefined }),
  'an alert of everybody': ({ here }) => ({ alerted: async () => [...here] }),
  'a mail that is not sent': ({ store, pass }) => ({
    pass: async (minutes, each) => {
      for (const wait of await store.dueWaits('alertAt', Number.MAX_SAFE_INTEGER, 9))
        await store.transaction((tx) => tx.putWait({ ...wait, alertAt: null }));
      await pass(minutes, each);
    },
  }),
};

it.each(Object.entries(FAULTS))('such days show %s', async (_, fault) => {
  const { errorInstance } = await fc.check(
    fc.asyncProperty(day, (one) => play(one, fault)),
    { numRuns: DAYS, endOnFailure: true },
  );
  expect(errorInstance).toHaveProperty('name', 'AssertionError');
});
