import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  assignConversation,
  giveToIntegration,
} from '../../examples/support-desk/server/domain/conversations/routing';
import type { Deps } from '../../examples/support-desk/server/domain/deps';
import type { Caller } from '../../examples/support-desk/server/model/caller';
import type {
  Delivery,
  Integration,
  Webhook,
} from '../../examples/support-desk/server/model/integrationEntities';
import type { Store } from '../../examples/support-desk/server/store/store';
import { aDelivery, anIntegration, aWebhook, newId } from '../support/deskRows';
import { anAgent } from '../support/signInAgent';
import { addConversation } from '../support/webhookDesk';

/** What a store must do with integrations, webhooks and deliveries. */
export const describeIntegrations = (name: string, open: () => Promise<Store>): void => {
  describe(`integrations in ${name}`, () => {
    let store: Store;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    const addIntegration = async (fields?: Partial<Integration>): Promise<Integration> => {
      const integration = anIntegration(fields);
      await store.transaction((tx) => tx.putIntegration(integration));
      return integration;
    };
    const addWebhook = async (fields?: Partial<Webhook>): Promise<Webhook> => {
      const webhook = aWebhook((await addIntegration()).id, fields);
      await store.transaction((tx) => tx.putWebhook(webhook));
      return webhook;
    };
    const put = async (...deliveries: Delivery[]): Promise<void> =>
      store.transaction((tx) => tx.insertDeliveries(deliveries));
    const claim = async (webhookId: string, now = 10, limit = 10): Promise<string[]> =>
      (await store.transaction((tx) => tx.claimDeliveries(webhookId, { now, until: now + 5, limit }))).map(
        ({ id }) => id,
      );

    it('are kept, changed and removed with their webhooks, and free their conversations', async () => {
      const integration = await addIntegration({ answersFirst: true });
      const webhook = aWebhook(integration.id);
      await store.transaction((tx) => tx.putWebhook(webhook));
      expect(await store.integrationById(integration.id)).toEqual(integration);
      expect((await store.integrations()).map(({ id }) => id)).toContain(integration.id);
      expect(await store.firstIntegration()).toEqual(integration);
      const changed = { ...integration, answersFirst: false, hearsAll: false };
      await store.transaction((tx) => tx.putIntegration(changed));
      expect(await store.integrationById(integration.id)).toEqual(changed);
      expect(await store.firstIntegration()).toBeUndefined();
      const conversationId = await addConversation(store);
      const handled = { assignee: 'Bot', assigneeId: integration.id, routingStatus: 'assigned' } as const;
      await store.transaction((tx) => tx.updateConversation(conversationId, handled));
      await put(aDelivery(webhook.id, conversationId));
      expect(await store.transaction((tx) => tx.deleteIntegration(integration.id))).toBe(true);
      expect(await store.transaction((tx) => tx.deleteIntegration(integration.id))).toBe(false);
      expect(await store.webhookById(webhook.id)).toBeUndefined();
      expect(await store.deliveries(webhook.id, { limit: 10 })).toEqual([]);
      expect(await store.conversationById(conversationId)).toMatchObject({
        assignee: null,
        assigneeId: null,
        routingStatus: null,
      });
    });

    it('get no conversation once they are removed, nor does a colleague, however late the removal is noticed', async () => {
      const [integration, agent] = [
        await addIntegration(),
        anAgent({ id: newId(), email: `${newId()}@a.example` }),
      ];
      await store.transaction(async (tx) => {
        await tx.insertAgent(agent);
        expect([await tx.keepAgent(agent.id), await tx.lockIntegration(integration.id)]).toEqual([
          true,
          true,
        ]);
        await tx.updateAgent(agent.id, { removedAt: 1 });
        await tx.deleteIntegration(integration.id);
      });
      const deps = { store, now: () => 2, newId, inTurn: (_, run) => run() } as Partial<Deps> as Deps;
      const id = await addConversation(store);
      const by: Caller = { kind: 'key', key: { id: 'k', name: 'Key', scopes: [] } };
      for (const give of [
        () => assignConversation(deps, id, { id: agent.id, name: agent.name }, by),
        () => giveToIntegration(deps, id, integration, by),
      ])
        await expect(give()).rejects.toMatchObject({ code: 'not_found' });
      expect(await store.conversationById(id)).toMatchObject({ assigneeId: null, routingStatus: null });
    });

    it('have webhooks, which are found by what they are told of', async () => {
      const webhook = await addWebhook({ triggers: ['conversation:typing', 'conversation:read'] });
      expect(await store.webhookById(webhook.id)).toEqual(webhook);
      expect((await store.webhooks()).map(({ id }) => id)).toContain(webhook.id);
      const listeners = async (trigger: 'conversation:typing' | 'conversation:postback') => {
        const found = await store.transaction((tx) => tx.lockListeners(trigger));
        expect(await store.hasListeners(trigger)).toBe(found.length > 0);
        return found.map((one) => one.webhook.id);
      };
      expect(await listeners('conversation:typing')).toEqual([webhook.id]);
      expect(await listeners('conversation:postback')).toEqual([]);
      const changed = { ...webhook, triggers: ['conversation:postback' as const] };
      await store.transaction((tx) => tx.putWebhook(changed));
      expect(await listeners('conversation:postback')).toEqual([webhook.id]);
      expect(await store.transaction((tx) => tx.deleteWebhook(webhook.id))).toBe(true);
      expect(await store.transaction((tx) => tx.deleteWebhook(webhook.id))).toBe(false);
    });

    it('have conversations, of which some wait for an answer since a time', async () => {
      const assigneeId = newId();
      const times = [
        { waitingSince: 5, firstAskedAt: 1, firstAnsweredAt: 2 },
        { waitingSince: null, firstAskedAt: 5, firstAnsweredAt: null },
        { waitingSince: 6, firstAskedAt: 1, firstAnsweredAt: null },
        { waitingSince: null, firstAskedAt: 1, firstAnsweredAt: 2 },
        { waitingSince: null, firstAskedAt: null, firstAnsweredAt: null },
      ];
      const ids: string[] = [];
      for (const fields of times) {
        const id = await addConversation(store);
        await store.transaction((tx) =>
          tx.updateConversation(id, { assigneeId, messageCount: 1, ...fields }),
        );
        ids.push(id);
      }
      expect(await store.conversationIdsAssignedTo(assigneeId)).toEqual(ids.toSorted());
      expect(await store.conversationIdsAssignedTo(assigneeId, 5)).toEqual(ids.slice(0, 2).toSorted());
    });

    it('get of each conversation one delivery after the other', async () => {
      const { id } = await addWebhook();
      const [one, two] = [await addConversation(store), await addConversation(store)];
      const [a1, a2, b1] = [aDelivery(id, one), aDelivery(id, one), aDelivery(id, two)];
      await put(a1, a2, b1);
      expect(await claim(id)).toEqual([a1.id, b1.id]);
      // Claimed until 15.
      expect(await claim(id, 12)).toEqual([]);
      await store.transaction((tx) =>
        tx.updateDelivery(a1.id, { state: 'sent', tries: 1, answer: '200', endedAt: 12, claimedUntil: 0 }),
      );
      expect(await claim(id, 12)).toEqual([a2.id]);
      await store.transaction((tx) => tx.updateDelivery(b1.id, { dueAt: 50, claimedUntil: 0 }));
      expect(await claim(id, 49)).toEqual([a2.id]);
      expect(await claim(id, 100, 1)).toEqual([a2.id]);
      expect(await claim(id, 101)).toEqual([b1.id]);
      const log = await store.deliveries(id, { limit: 10 });
      expect(log.map((delivery) => delivery.id)).toEqual([b1.id, a2.id, a1.id]);
      expect(log[2]).toMatchObject({ ...a1, state: 'sent', tries: 1, answer: '200', endedAt: 12 });
      const older = await store.deliveries(id, { before: log[0]?.place, limit: 1 });
      expect(older.map((delivery) => delivery.id)).toEqual([a2.id]);
      expect(await store.deliveryById(a1.id)).toEqual(log[2]);
    });

    it('have no claim twice at once', async () => {
      const { id } = await addWebhook();
      const all: Delivery[] = [];
      for (let n = 0; n < 8; n++) all.push(aDelivery(id, await addConversation(store)));
      await put(...all);
      const claims = await Promise.all(Array.from({ length: 6 }, () => claim(id, 10, 2)));
      const found = claims.flat();
      expect(new Set(found).size).toBe(found.length);
      const rest = await claim(id, 11, 100);
      expect([...found, ...rest].toSorted()).toEqual(all.map((delivery) => delivery.id).toSorted());
    });

    it('lose deliveries with their conversation, and what ended long ago', async () => {
      const { id } = await addWebhook();
      const [gone, kept] = [await addConversation(store), await addConversation(store)];
      const old = aDelivery(id, kept, { state: 'sent', endedAt: 5 });
      const waiting = aDelivery(id, kept);
      await put(aDelivery(id, gone), old, waiting);
      await store.transaction((tx) => tx.deleteConversations([gone]));
      await store.transaction((tx) => tx.deleteDeliveries(6));
      expect((await store.deliveries(id, { limit: 10 })).map((one) => one.id)).toEqual([waiting.id]);
    });

    it('undo what a failed transaction has done', async () => {
      const { id } = await addWebhook();
      const conversationId = await addConversation(store);
      const failed = store.transaction(async (tx) => {
        await tx.insertDeliveries([aDelivery(id, conversationId)]);
        await tx.deleteWebhook(id);
        throw new Error('undone');
      });
      await expect(failed).rejects.toThrow('undone');
      expect(await store.webhookById(id)).toBeDefined();
      expect(await store.deliveries(id, { limit: 10 })).toEqual([]);
    });
  });

  describe(`messages in ${name}`, () => {
    let store: Store;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    const fill = async () => {
      const conversationId = await addConversation(store);
      const ids = [newId(), newId(), newId()];
      const common = { conversationId, referenceId: null, role: 'appMaker', type: 'text', body: {} } as const;
      const file = { conversationId, fileName: 'a.pdf', mediaType: 'application/pdf', size: 1 };
      const fileId = newId();
      await store.transaction(async (tx) => {
        for (const [at, id] of ids.entries()) await tx.insertMessage({ ...common, id, received: at + 1 });
        await tx.insertAttachment({
          ...file,
          id: fileId,
          messageId: '',
          createdAt: 1,
          address: null,
          shares: null,
        });
      });
      return { conversationId, ids, fileId };
    };

    it('are read after one of them, the oldest first', async () => {
      const { conversationId, ids } = await fill();
      const readAfter = async (received: number, limit: number) =>
        (await store.messagesAfter(conversationId, received, limit)).map(({ id }) => id);
      expect(await readAfter(0, 2)).toEqual(ids.slice(0, 2));
      expect(await readAfter(2, 10)).toEqual(ids.slice(2));
      expect(await readAfter(3, 10)).toEqual([]);
    });

    it('are deleted with their files, one or all', async () => {
      const { conversationId, ids, fileId } = await fill();
      const left = async () =>
        (await store.messages(conversationId, { limit: 10 })).messages.map(({ id }) => id);
      await store.transaction((tx) => tx.updateAttachment(fileId, { messageId: ids[1] ?? '' }));
      const remove = (messageId?: string) =>
        store.transaction((tx) => tx.deleteMessages(conversationId, messageId));
      expect(await remove(ids[0])).toEqual({ messages: 1, fileIds: [] });
      expect(await remove(ids[0])).toEqual({ messages: 0, fileIds: [] });
      expect(await left()).toEqual(ids.slice(1));
      expect(await remove()).toEqual({ messages: 2, fileIds: [fileId] });
      expect(await left()).toEqual([]);
      expect(await store.transaction((tx) => tx.deleteAttachment(fileId))).toBe(false);
    });
  });
};
