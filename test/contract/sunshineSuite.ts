import { randomUUID } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderForThisFile } from '../support/folder';
import { type Answer, createSunshineClient, modelOf, type SunshineClient } from '../support/sunshineClient';

export type SunshineDesk = {
  /** The origins of the desk's processes, one or more. */
  origins: string[];
  appId: string;
  key: { id: string; secret: string };
  close(): Promise<void>;
};

const TARGET = 'https://bot.example/hook';
const BUSINESS = { type: 'business', displayName: 'Order bot', avatarUrl: 'https://shop.example/bot.png' };
const LINK = { type: 'link', text: 'Buy', uri: 'https://shop.example/buy' };
const ITEM = {
  title: 'Boots',
  description: 'Brown',
  mediaUrl: 'https://shop.example/boots.png',
  actions: [LINK],
};

/** A message of each type, as programs send it. */
const CONTENTS = [
  { type: 'text', text: 'Which size?', actions: [{ type: 'reply', text: 'Small', payload: 'S' }] },
  { type: 'text', text: 'Choose', actions: [{ type: 'postback', text: 'This', payload: 'p' }, LINK] },
  { type: 'image', mediaUrl: 'https://shop.example/boots.png', altText: 'Boots' },
  { type: 'file', mediaUrl: 'https://shop.example/terms.pdf', altText: 'Terms' },
  { type: 'carousel', items: [ITEM, ITEM], displaySettings: { imageAspectRatio: 'square' } },
  { type: 'list', items: [ITEM], actions: [LINK] },
  { type: 'location', coordinates: { lat: 52.5, long: 13.4 }, location: { name: 'Shop' } },
  {
    type: 'form',
    blockChatInput: true,
    fields: [
      { type: 'text', name: 'name', label: 'Name', minSize: 1, maxSize: 50 },
      { type: 'email', name: 'mail', label: 'Mail' },
      { type: 'select', name: 'size', label: 'Size', options: [{ name: 's', label: 'Small' }] },
    ],
  },
  {
    type: 'formResponse',
    fields: [{ type: 'email', name: 'mail', label: 'Mail', email: 'ada@shop.example' }],
  },
  { type: 'template', template: { name: 'welcome' } },
];

/** What the client's model of a content keeps. */
const asRead = (content: object): Answer => {
  const Content = modelOf('Content') as Answer;
  return JSON.parse(JSON.stringify(Content.constructFromObject(content)));
};

/** Runs the calls of the official client. @param open starts the desk */
export const describeSunshine = (name: string, open: () => Promise<SunshineDesk>): void => {
  describe(`the official client of Sunshine Conversations on ${name}`, () => {
    let desk: SunshineDesk;
    let turn = 0;
    const folder = folderForThisFile();
    beforeAll(async () => {
      desk = await open();
    });
    afterAll(() => desk.close());
    /** Each call goes to the next process. */
    const api = (key = desk.key): SunshineClient =>
      createSunshineClient(desk.origins[turn++ % desk.origins.length] ?? '', key);
    const makeUser = async (): Promise<Answer> =>
      (await api().UsersApi.createUser(desk.appId, { externalId: `customer-${randomUUID()}` })).user;
    const converse = async (userId: string): Promise<Answer> =>
      (
        await api().ConversationsApi.createConversation(desk.appId, {
          type: 'personal',
          participants: [{ userId }],
        })
      ).conversation;
    const say = async (conversationId: string, content: object, author: object = BUSINESS): Promise<Answer> =>
      (await api().MessagesApi.postMessage(desk.appId, conversationId, { author, content })).messages[0];
    /** The status and the errors of a refusal. */
    const refusal = async (call: Promise<Answer> | undefined): Promise<Answer> => {
      const error = await Promise.resolve(call).then(
        () => undefined,
        (problem: Answer) => problem,
      );
      return { status: error?.status, errors: error?.body?.errors };
    };

    it('reads the app', async () => {
      const { apps } = await api().AppsApi.listApps();
      expect(apps).toHaveLength(1);
      expect(apps[0]).toBeInstanceOf(modelOf('App'));
      const { app } = await api().AppsApi.getApp(desk.appId);
      expect(app.id).toBe(desk.appId);
    });

    it('makes, reads, changes and deletes a user', async () => {
      const profile = { givenName: 'Ada', surname: 'Byron', email: 'ada@shop.example', locale: 'de' };
      const body = {
        externalId: `customer 1/2 ${randomUUID()}`,
        profile,
        metadata: { plan: 'gold', seats: 3, trial: false },
      };
      const { user } = await api().UsersApi.createUser(desk.appId, body);
      expect(user).toBeInstanceOf(modelOf('User'));
      expect(user).toMatchObject(body);
      for (const id of [user.id, body.externalId]) {
        const found = await api().UsersApi.getUser(desk.appId, id);
        expect(found.user).toMatchObject({ id: user.id, ...body });
      }
      const change = { profile: { surname: null, givenName: 'Augusta' }, metadata: { plan: 'silver' } };
      const changed = (await api().UsersApi.updateUser(desk.appId, user.id, change)).user;
      expect(changed.profile).toMatchObject({
        givenName: 'Augusta',
        email: 'ada@shop.example',
        locale: 'de',
      });
      expect(changed.profile.surname ?? undefined).toBeUndefined();
      expect(changed.metadata).toEqual({ plan: 'silver', seats: 3, trial: false });
      expect(await refusal(api().UsersApi.createUser(desk.appId, body))).toMatchObject({
        status: 409,
        errors: [{ code: 'conflict' }],
      });
      expect((await api().ClientsApi.listClients(desk.appId, user.id)).clients).toEqual([]);
      await api().UsersApi.deleteUser(desk.appId, body.externalId);
      expect(await refusal(api().UsersApi.getUser(desk.appId, user.id))).toMatchObject({ status: 404 });
    });

    it('makes, lists, changes and deletes conversations', async () => {
      const user = await makeUser();
      const made: Answer[] = [];
      for (let n = 0; n < 3; n++) made.push(await converse(user.id));
      expect(made[0]).toBeInstanceOf(modelOf('Conversation'));
      expect(made.map(({ type, isDefault }) => [type, isDefault])).toEqual([
        ['personal', true],
        ['personal', false],
        ['personal', false],
      ]);
      const list = (page?: object) =>
        api().ConversationsApi.listConversations(desk.appId, { userId: user.id }, page && { page });
      const all = await list();
      const ids = all.conversations.map(({ id }: Answer) => id);
      expect(ids.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
      expect(all.meta.hasMore).toBe(false);
      const next = await list({ after: ids[0] });
      expect(next.conversations.map(({ id }: Answer) => id)).toEqual(ids.slice(1));
      const before = await list({ before: ids[2] });
      expect(before.conversations.map(({ id }: Answer) => id)).toEqual(ids.slice(0, 2));
      const first = await list({ size: 1 });
      expect([first.conversations.length, first.meta.hasMore, first.meta.afterCursor]).toEqual([
        1,
        true,
        ids[0],
      ]);

      const change = { displayName: 'Order 7', description: 'Boots', metadata: { order: 7 } };
      const changed = await api().ConversationsApi.updateConversation(desk.appId, ids[0], change);
      expect(changed.conversation).toMatchObject(change);
      const read = await api().ConversationsApi.getConversation(desk.appId, ids[0]);
      expect(read.conversation).toMatchObject({ id: ids[0], ...change });
      await api().ConversationsApi.deleteConversation(desk.appId, ids[0]);
      expect(await refusal(api().ConversationsApi.getConversation(desk.appId, ids[0]))).toMatchObject({
        status: 404,
        errors: [{ code: 'not_found' }],
      });
      const { participants } = await api().ParticipantsApi.listParticipants(desk.appId, ids[1]);
      expect(participants[0]).toBeInstanceOf(modelOf('Participant'));
      expect(participants[0]).toMatchObject({
        userId: user.id,
        userExternalId: user.externalId,
        unreadCount: 0,
      });
    });

    it('lists each conversation once, page after page, while messages come into them', async () => {
      const user = await makeUser();
      const ids: string[] = [];
      for (let n = 0; n < 7; n++) ids.push((await converse(user.id)).id);
      const headers = { authorization: `Basic ${btoa(`${desk.key.id}:${desk.key.secret}`)}` };
      const listing = `/sc/v2/apps/${desk.appId}/conversations?filter[userId]=${user.id}&page[size]=`;
      // Two of one millisecond are in the order of their ids.
      const whole: Answer = await (await fetch(`${desk.origins[0]}${listing}100`, { headers })).json();
      const made: string[] = whole.conversations.map((one: Answer) => one.id);
      expect(made.toSorted()).toEqual(ids.toSorted());
      const readAll = async (link: 'next' | 'prev', query: string): Promise<string[]> => {
        const path = `${listing}2${query}`;
        const read: string[][] = [];
        for (let url: string | undefined = desk.origins[0] + path; url; ) {
          // The client of the API sends one field of a page at most.
          const { conversations, links }: Answer = await (await fetch(url, { headers })).json();
          read.push(conversations.map((one: Answer) => one.id));
          url = links[link];
          // Now others have changed last than before.
          for (const id of [made.at(-1), made[0], conversations[0].id])
            await say(id ?? '', { type: 'text', text: 'x' });
        }
        return (link === 'next' ? read : read.toReversed()).flat();
      };
      expect(await readAll('next', '')).toEqual(made);
      expect(await readAll('prev', `&page[before]=${made.at(-1)}`)).toEqual(made.slice(0, -1));
    });

    it('sends messages of every type and reads them back', async () => {
      const user = await makeUser();
      const { id } = await converse(user.id);
      for (const content of CONTENTS) {
        const sent = await say(id, content);
        expect(sent, content.type).toBeInstanceOf(modelOf('Message'));
        expect(JSON.parse(JSON.stringify(sent)), content.type).toMatchObject({
          content: asRead(content),
          author: BUSINESS,
          source: { type: 'api' },
        });
      }
      const { messages } = await api().MessagesApi.listMessages(desk.appId, id);
      const read = JSON.parse(JSON.stringify(messages));
      expect(read.map((message: Answer) => message.content)).toEqual(
        CONTENTS.map((content) => expect.objectContaining(asRead(content))),
      );
      // The client reads less of some types than the desk has sent.
      const whole = await (
        await fetch(`${desk.origins[0]}/sc/v2/apps/${desk.appId}/conversations/${id}/messages`, {
          headers: { authorization: `Basic ${btoa(`${desk.key.id}:${desk.key.secret}`)}` },
        })
      ).json();
      expect(whole.messages.map((message: Answer) => message.content)).toEqual(
        CONTENTS.map((content) => expect.objectContaining(content)),
      );
      const author = { type: 'user', userId: user.id };
      const said = await say(id, { type: 'text', text: 'Small, please' }, author);
      expect(JSON.parse(JSON.stringify(said))).toMatchObject({ author, content: { text: 'Small, please' } });
      const other = await makeUser();
      const foreign = { author: { type: 'user', userId: other.id }, content: { type: 'text', text: 'x' } };
      expect(await refusal(api().MessagesApi.postMessage(desk.appId, id, foreign))).toMatchObject({
        status: 403,
        errors: [{ code: 'forbidden' }],
      });
    });

    it('pages messages in both directions, and deletes one and all', async () => {
      const user = await makeUser();
      const { id } = await converse(user.id);
      const sent: string[] = [];
      for (let n = 0; n < 103; n++) sent.push((await say(id, { type: 'text', text: `${n}` })).id);
      const list = async (page?: object): Promise<Answer> =>
        api().MessagesApi.listMessages(desk.appId, id, page && { page });
      const idsOf = ({ messages }: Answer) => messages.map((message: Answer) => message.id);
      const newest = await list();
      expect(idsOf(newest)).toEqual(sent.slice(3));
      expect(newest.meta).toMatchObject({ hasMore: true, beforeCursor: sent[3] });
      const older = await list({ before: newest.meta.beforeCursor });
      expect([idsOf(older), older.meta.hasMore]).toEqual([sent.slice(0, 3), false]);
      const after = await list({ after: sent[100] });
      expect([idsOf(after), after.meta.hasMore]).toEqual([sent.slice(101), false]);
      const quoting = await api().MessagesApi.postMessage(desk.appId, id, {
        author: BUSINESS,
        content: { type: 'text', text: 'as I said', quotedMessageId: sent[102] },
      });
      const quoteOf = async () => JSON.stringify((await list()).messages.at(-1).quotedMessage ?? null);
      const has = JSON.stringify(quoting.messages[0].quotedMessage ?? null);
      expect(has === 'null' ? await quoteOf() : has).toContain('102');
      await api().MessagesApi.deleteMessage(desk.appId, id, sent[102]);
      expect(await quoteOf()).toBe('null');
      await api().MessagesApi.deleteMessage(desk.appId, id, quoting.messages[0].id);
      expect(idsOf(await list()).at(-1)).toBe(sent[101]);
      expect(await refusal(api().MessagesApi.deleteMessage(desk.appId, id, sent[102]))).toMatchObject({
        status: 404,
      });
      await api().MessagesApi.deleteAllMessages(desk.appId, id);
      expect(idsOf(await list())).toEqual([]);
      expect((await say(id, { type: 'text', text: 'again' })).content.text).toBe('again');
    });

    it('says what the team and the visitor do', async () => {
      const user = await makeUser();
      const { id } = await converse(user.id);
      await say(id, { type: 'text', text: 'Hello' });
      const unread = async () => {
        const { participants } = await api().ParticipantsApi.listParticipants(desk.appId, id);
        return participants[0].unreadCount;
      };
      expect(await unread()).toBe(1);
      for (const type of ['typing:start', 'typing:stop', 'conversation:read'])
        await api().ActivitiesApi.postActivity(desk.appId, id, { author: BUSINESS, type });
      expect(await unread()).toBe(1);
      const read = { author: { type: 'user', userId: user.id }, type: 'conversation:read' };
      await api().ActivitiesApi.postActivity(desk.appId, id, read);
      expect(await unread()).toBe(0);
      const typing = { ...read, type: 'typing:start' };
      expect(await refusal(api().ActivitiesApi.postActivity(desk.appId, id, typing))).toMatchObject({
        status: 400,
      });
    });

    it('sends a file, which goes with its message', async () => {
      const user = await makeUser();
      const { id } = await converse(user.id);
      const file = join(folder, 'terms.pdf');
      const upload = async (words: string): Promise<Answer> => {
        writeFileSync(file, words);
        const opts = { _for: 'message', conversationId: id };
        const source = createReadStream(file);
        return (await api().AttachmentsApi.uploadAttachment(desk.appId, 'public', source, opts)).attachment;
      };
      const attachment = await upload('Within 30 days');
      expect(attachment.mediaType).toBe('application/pdf');
      expect(await (await fetch(attachment.mediaUrl)).text()).toBe('Within 30 days');
      const send = ({ mediaUrl }: Answer) => say(id, { type: 'file', mediaUrl, referenceId: 'terms' });
      const sent = await send(attachment);
      // A repeat may have uploaded the file once more; another one of the same name and size is refused.
      expect((await send(await upload('Within 30 days'))).id).toBe(sent.id);
      expect(await refusal(send(await upload('Within 14 days')))).toMatchObject({ status: 409 });
      expect(JSON.parse(JSON.stringify(sent)).content).toMatchObject({
        type: 'file',
        mediaSize: 14,
        mediaType: 'application/pdf',
      });
      const { mediaUrl } = attachment;
      const remove = () => api().AttachmentsApi.deleteAttachment(desk.appId, { mediaUrl });
      expect(await refusal(remove())).toMatchObject({ status: 409, errors: [{ code: 'conflict' }] });
      await api().MessagesApi.deleteMessage(desk.appId, id, sent.id);
      expect((await fetch(mediaUrl)).status).toBe(404);
      expect(await refusal(remove())).toMatchObject({ status: 404 });
    });

    it('deletes a file that no message uses', async () => {
      const { id } = await converse((await makeUser()).id);
      const file = join(folder, 'unused.pdf');
      writeFileSync(file, 'x');
      const opts = { _for: 'message', conversationId: id };
      const source = createReadStream(file);
      const { attachment } = await api().AttachmentsApi.uploadAttachment(desk.appId, 'public', source, opts);
      const { mediaUrl } = attachment;
      await api().AttachmentsApi.deleteAttachment(desk.appId, { mediaUrl });
      expect((await fetch(mediaUrl)).status).toBe(404);
    });

    it('makes integrations and their webhooks', async () => {
      const webhook = { target: TARGET, triggers: ['conversation:message'] };
      const body = { type: 'custom', displayName: 'Order bot', webhooks: [webhook] };
      const { integration } = await api().IntegrationsApi.createIntegration(desk.appId, body);
      const { id } = integration;
      expect(JSON.parse(JSON.stringify(integration))).toMatchObject({
        type: 'custom',
        status: 'active',
        displayName: 'Order bot',
      });
      const { webhooks } = await api().WebhooksApi.listWebhooks(desk.appId, id);
      expect(webhooks).toHaveLength(1);
      expect(webhooks[0]).toBeInstanceOf(modelOf('Webhook'));
      expect(webhooks[0]).toMatchObject({ ...webhook, version: 'v2' });
      expect(webhooks[0].secret).toMatch(/^whsec_/);

      const made = await api().WebhooksApi.createWebhook(desk.appId, id, {
        ...webhook,
        triggers: ['conversation:create', 'switchboard:passControl'],
        includeFullUser: true,
      });
      const webhookId = made.webhook.id;
      const change = { triggers: ['conversation:read'] };
      await api().WebhooksApi.updateWebhook(desk.appId, id, webhookId, change);
      const read = await api().WebhooksApi.getWebhook(desk.appId, id, webhookId);
      expect(read.webhook).toMatchObject({ target: TARGET, includeFullUser: true, ...change });
      await api().WebhooksApi.deleteWebhook(desk.appId, id, webhookId);
      expect(await refusal(api().WebhooksApi.getWebhook(desk.appId, id, webhookId))).toMatchObject({
        status: 404,
      });
      for (const wrong of [
        { ...webhook, target: 'http://bot.example/hook' },
        { ...webhook, target: 'ftp://bot.example' },
        { ...webhook, triggers: ['client:add'] },
        { ...webhook, triggers: [] },
      ])
        expect(await refusal(api().WebhooksApi.createWebhook(desk.appId, id, wrong))).toMatchObject({
          status: 400,
          errors: [{ code: 'bad_request' }],
        });

      await api().IntegrationsApi.updateIntegration(desk.appId, id, { displayName: 'Bot' });
      const { integrations } = await api().IntegrationsApi.listIntegrations(desk.appId);
      expect(integrations.find((one: Answer) => one.id === id).displayName).toBe('Bot');
      const one = await api().IntegrationsApi.getIntegration(desk.appId, id);
      expect(one.integration.id).toBe(id);
      await api().IntegrationsApi.deleteIntegration(desk.appId, id);
      expect(await refusal(api().IntegrationsApi.getIntegration(desk.appId, id))).toMatchObject({
        status: 404,
      });
    });

    it('hands conversations from a bot to people and back', async () => {
      const { integration } = await api().IntegrationsApi.createIntegration(desk.appId, {
        type: 'custom',
        displayName: 'Order bot',
      });
      const board = async (): Promise<Answer> =>
        (await api().SwitchboardsApi.listSwitchboards(desk.appId)).switchboards[0];
      const { id: switchboardId } = await board();
      expect((await board()).defaultSwitchboardIntegrationId).toBe('people');
      await api().SwitchboardsApi.updateSwitchboard(desk.appId, switchboardId, {
        defaultSwitchboardIntegrationId: integration.id,
      });
      expect((await board()).defaultSwitchboardIntegrationId).toBe(integration.id);
      const renamed = await api().SwitchboardIntegrationsApi.updateSwitchboardIntegration(
        desk.appId,
        switchboardId,
        integration.id,
        { name: `bot-${randomUUID()}`, deliverStandbyEvents: false },
      );
      const { name } = renamed.switchboardIntegration;
      const { switchboardIntegrations } = await api().SwitchboardIntegrationsApi.listSwitchboardIntegrations(
        desk.appId,
        switchboardId,
      );
      expect(switchboardIntegrations.map((one: Answer) => one.name)).toEqual(['zd-agentWorkspace', name]);

      const user = await makeUser();
      const { id } = await converse(user.id);
      const active = async () => {
        const { conversation } = await api().ConversationsApi.getConversation(desk.appId, id);
        return JSON.parse(JSON.stringify(conversation)).activeSwitchboardIntegration.name;
      };
      const pass = (to: string) =>
        api().SwitchboardActionsApi.passControl(desk.appId, id, { switchboardIntegration: to });
      expect(await active()).toBe(name);
      await pass('next');
      expect(await active()).toBe('zd-agentWorkspace');
      await pass('next');
      expect(await active()).toBe(name);
      await pass('zd:agentWorkspace');
      expect(await active()).toBe('zd-agentWorkspace');
      await pass(integration.id);
      expect(await active()).toBe(name);
      await pass('people');
      await api().SwitchboardActionsApi.releaseControl(desk.appId, id);
      expect(await active()).toBe(name);
      expect(await refusal(pass('nobody'))).toMatchObject({ status: 404 });
      await api().IntegrationsApi.deleteIntegration(desk.appId, integration.id);
      expect(await active()).toBe('zd-agentWorkspace');
    });

    it('is told in the format of the API what is wrong', async () => {
      const wrongKey = { ...desk.key, secret: 'wrong' };
      expect(await refusal(api(wrongKey).AppsApi.listApps())).toMatchObject({
        status: 401,
        errors: [{ code: 'unauthorized', title: expect.any(String) }],
      });
      const notHere = { status: 404, errors: [{ code: 'not_found', title: expect.any(String) }] };
      expect(await refusal(api().AppsApi.getApp('elsewhere'))).toMatchObject(notHere);
      expect(await refusal(api().DevicesApi.listDevices(desk.appId, 'x'))).toMatchObject(notHere);
      const group = { type: 'sdkGroup', participants: [] };
      const badRequest = { status: 400, errors: [{ code: 'bad_request', title: expect.any(String) }] };
      expect(await refusal(api().ConversationsApi.createConversation(desk.appId, group))).toMatchObject(
        badRequest,
      );
    });
  });
};
