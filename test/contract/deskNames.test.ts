import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../examples/support-desk/server/domain/settings/settings';
import { createAgent, type TestAgent } from '../support/agents';
import { type Desk, startDesk } from '../support/desk';
import {
  type Answer,
  agent,
  anonymous,
  createVisitor,
  type Listening,
  type LiveEvent,
  listenAsAgent,
  listenAsVisitor,
  sendText,
  signedIn,
  type Visitor,
} from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { signJwt } from '../support/jwt';
import { mailSettings, startMailServer } from '../support/mailServer';
import { png } from '../support/pictures';
import { unzip } from '../support/unzip';

const NAME = 'Ada Lovelace';
const FACE = 'https://team.example/ada-face.png';
const TEAM = { name: 'The whole team', avatarUrl: 'https://team.example/all.png' };
const MINUTE = 60_000;
const KEY = { id: 'key', secret: 'a secret of more than 32 characters' };

describe.each(ENGINES)('the names of agents on %s', (_name, engine) => {
  let desk: Desk;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let ada: TestAgent;
  let visitor: Visitor;
  let heard: Listening;
  /** The address of the played channel's page, and the token of an email's link. */
  let channel: string;
  let link: string;
  /** A message of Ada that the visitor quotes. */
  let quoted: string;
  let time = 1_800_000_000_000;

  const at = (path: string) => `/conversations/${visitor.conversationId}${path}`;
  const wire = (answer: Answer): string => {
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return JSON.stringify(answer.body);
  };
  const asAda = async (path: string, body: object = {}) => wire(await ada.call('POST', at(path), body));

  let version = 0;
  const showNames = async (agentNames: boolean) => {
    const value = { messenger: { people: { agentNames } } };
    expect((await agent(desk)('POST', '/settings', { base: version++, value })).status).toBe(200);
  };
  /** The event that the visitor hears of what is done. */
  const hearing = async (
    isIt: (event: LiveEvent) => boolean,
    work: () => Promise<unknown>,
  ): Promise<string> => {
    const before = heard.events.length;
    await work();
    const found = () => heard.events.slice(before).find(isIt);
    await expect.poll(found).toBeDefined();
    return JSON.stringify(found());
  };
  const saying = (text: string) => (event: LiveEvent) => event.message?.text === text;
  const doing = (type: string) => (event: LiveEvent) =>
    event.activity?.type === type && event.activity.role === 'appMaker';
  let texts = 0;
  const newText = (): string => {
    texts += 1;
    return `Text ${texts}`;
  };
  const mailed = async (work: () => Promise<unknown>): Promise<string> => {
    mail.received.length = 0;
    await work();
    expect(mail.received).toHaveLength(1);
    return JSON.stringify(mail.received);
  };
  const page = async (url: string): Promise<string> => (await fetch(url)).text();
  const send = (message: object) => visitor.call('POST', at('/messages'), { message });

  beforeAll(async () => {
    mail = await startMailServer();
    const email = {
      ...mailSettings(mail.url),
      from: 'desk@shop.example',
      page: 'https://shop.example/',
      sendAfter: 60,
    };
    desk = await startDesk({
      ...engine,
      now: () => time,
      settings: {
        agent: TEAM,
        email,
        voice: { enabled: true },
        auth: { signingKeys: [KEY] },
        channels: [{ id: 'played', type: 'whatsapp', phoneNumber: '4930123456', played: true }],
        limits: {
          transcripts: { points: 100, seconds: 60 },
          receiverMails: { points: 1000, seconds: 60 },
        },
        messenger: {
          people: { faces: true, team: [{ name: NAME, avatarUrl: FACE }] },
          campaigns: [{ id: 'boots', text: 'Boots?', name: NAME }],
        },
      },
    });
    ada = await createAgent(desk, NAME, 'admin');
    await ada.call('PATCH', '/me', { avatarUrl: FACE });
    visitor = await createVisitor(desk);
    await desk.store.transaction((tx) =>
      tx.updateUser(visitor.id, { profile: { email: 'ann@customer.example', emailVerified: true } }),
    );
    await sendText(visitor, 'Hello');
    const asked = await visitor.call('GET', `/appusers/${visitor.id}/linkrequest?integrationIds=played`);
    channel = asked.body.linkRequests[0]?.url ?? '';
    await fetch(channel, {
      method: 'POST',
      body: new URLSearchParams({ press: 'linked' }),
      redirect: 'manual',
    });
    time += 1000;
    await asAda('/assign');
    const said = await ada.call('POST', at('/messages'), { text: 'Good day' });
    quoted = said.body.messages[0]?._id ?? '';
    await asAda('/close');
    await sendText(visitor, 'And another thing');
    await asAda('/assign');
    await asAda('/messages', { text: 'Yes?', quotedMessageId: quoted });
    const mailText = await mailed(async () => {
      time += 2 * MINUTE;
      await desk.mailRound();
    });
    link = /porch-open=([\w.-]+)/.exec(mailText)?.[1] ?? '';
    heard = await listenAsVisitor(desk, visitor);
  });
  afterAll(async () => {
    heard.stop();
    await desk.close();
    await mail.close();
  });

  /** Every way in which a name leaves the desk towards a visitor: what they get. */
  const WAYS: Readonly<Record<string, () => Promise<string>>> = {
    'a conversation': async () => wire(await visitor.call('GET', at(''))),
    'a page of messages': async () => wire(await visitor.call('GET', at('/messages'))),
    'the list of conversations': async () => {
      await asAda('/messages', { text: 'The last one' });
      return wire(await visitor.call('GET', `/appusers/${visitor.id}/conversations`));
    },
    'the visitor, as a page asks for them': async () =>
      wire(await visitor.call('GET', `/appusers/${visitor.id}`)),
    'a visitor who logs in': async () => {
      const call = signedIn(desk, `Bearer ${signJwt(KEY, { external_id: 'ann', exp: time / 1000 + 3600 })}`);
      const login = () => call('POST', '/login', { client: { platform: 'web', id: 'browser' } });
      const id = (await login()).body.appUser._id;
      const { conversation } = (await call('POST', `/appusers/${id}/conversations`, {})).body;
      wire(await ada.call('POST', `/conversations/${conversation._id}/messages`, { text: 'Welcome' }));
      return wire(await login());
    },
    'the conversation of an email’s link': async () => {
      const opened = await anonymous(desk)('POST', '/emaillinks', { token: link, agreed: true });
      const { sessionToken } = opened.body;
      const authorization = `Basic ${Buffer.from(`${visitor.id}:${sessionToken}`).toString('base64')}`;
      return wire(opened) + wire(await signedIn(desk, authorization)('GET', at('')));
    },
    'what a visitor quotes': async () =>
      wire(await send({ type: 'text', text: 'That', quotedMessageId: quoted })),
    'the answer to a form': async () => {
      const fields = [{ type: 'email', name: 'email', label: 'Email' }];
      const form = await ada.call('POST', at('/messages'), { type: 'form', fields });
      const answers = [{ type: 'email', name: 'email', email: 'ann@customer.example' }];
      const quotedMessageId = form.body.messages[0]?._id;
      return wire(await send({ type: 'formResponse', quotedMessageId, fields: answers }));
    },
    'a message, live': () => {
      const text = newText();
      return hearing(saying(text), () => asAda('/messages', { text }));
    },
    'a message with a quote, live': () => {
      const text = newText();
      return hearing(saying(text), () => send({ type: 'text', text, quotedMessageId: quoted }));
    },
    'a file, live': () => {
      const text = newText();
      return hearing(saying(text), async () => {
        const form = new FormData();
        form.append('message', JSON.stringify({ text }));
        form.append('source', new Blob([png(4, 4)]), 'a.png');
        const headers = ada.headers;
        const target = `${desk.origin}/agent/api${at('/files')}`;
        expect((await fetch(target, { method: 'POST', headers, body: form })).status).toBe(201);
      });
    },
    'who is typing': () =>
      hearing(doing('typing:start'), () => asAda('/activity', { activity: { type: 'typing:start' } })),
    'who has read': () =>
      hearing(doing('conversation:read'), () =>
        asAda('/activity', { activity: { type: 'conversation:read' } }),
      ),
    'whom it is assigned to': () => hearing(doing('assigned'), () => asAda('/assign')),
    'who answers a call': async () => {
      const placed = await visitor.call('POST', `/appusers/${visitor.id}/calls`, {});
      const { id } = placed.body.call;
      const answered = await ada.call('POST', `/calls/${id}/answer`, {});
      expect(JSON.stringify(answered.body)).toContain(NAME);
      const path = `/appusers/${visitor.id}/calls/${id}/signals`;
      const signals = wire(await visitor.call('GET', path));
      await visitor.call('POST', path, { signals: [{ type: 'end', reason: 'hungUp' }] });
      return signals;
    },
    'the transcript by email': () =>
      mailed(() => {
        const body = { email: 'ann@customer.example', referenceId: `transcript-${time}-${version}` };
        return visitor.call('POST', at('/transcript'), body);
      }),
    'the email with an unread answer': () =>
      mailed(async () => {
        await visitor.call('POST', at('/activity'), { activity: { type: 'conversation:read' } });
        await asAda('/messages', { text: 'Are you there?' });
        time += 2 * MINUTE;
        await desk.mailRound();
      }),
    'the page of a played channel': () => page(channel),
    'the messages of a played channel': () => page(`${channel}/messages`),
    'the export of the visitor': async () => {
      const answer = await fetch(`${desk.origin}/agent/api/users/${visitor.id}/export`, {
        headers: { authorization: `Bearer ${desk.agentToken}` },
      });
      const files = unzip(Buffer.from(await answer.arrayBuffer()));
      const texts = [...files].filter(([name]) => name.endsWith('.json'));
      const names = texts.map(([name]) => name.split('/').at(-1));
      expect(names).toEqual(expect.arrayContaining(['conversation.json', 'messages.json', 'changes.json']));
      return texts.map(([, content]) => content.toString('utf8')).join('');
    },
    'the configuration, with team and campaigns': () => page(`${desk.origin}/embeddable/config`),
    'the conversation that a campaign begins': async () => {
      const config = JSON.parse(await page(`${desk.origin}/embeddable/config`));
      const signedCampaignData = config.messenger.campaigns[0].jwt;
      const met = await createVisitor(desk, { signedCampaignData });
      return wire(await met.call('GET', `/conversations/${met.conversationId}`));
    },
  };

  const leaksOf = (text: string): string[] =>
    [NAME, FACE, ada.id].filter((secret) => text.includes(secret) || text.includes(encodeURI(secret)));

  it.each(Object.keys(WAYS))('are shown by the setting of now, and not by that of then: %s', async (way) => {
    const read = WAYS[way] as () => Promise<string>;
    expect(leaksOf(await read())).toContain(NAME);
    await showNames(false);
    const hidden = await read();
    await showNames(true);
    expect([leaksOf(hidden), hidden.includes(TEAM.name)], hidden).toEqual([[], true]);
    expect(leaksOf(await read())).toContain(NAME);
  });

  it('stay in the database, and with agents and programs, while visitors see the team', async () => {
    const live = await listenAsAgent(desk);
    await showNames(false);
    await asAda('/assign');
    const sent = await ada.call('POST', at('/messages'), { text: 'Between us' });
    expect(sent.body.messages).toMatchObject([{ name: NAME, avatarUrl: FACE, authorId: ada.id }]);
    const [row, messages, changes] = [
      await ada.call('GET', at('')),
      await agent(desk)('GET', at('/messages')),
      await ada.call('GET', at('/changes')),
    ];
    await showNames(true);
    expect(row.body.conversation).toMatchObject({ assignee: NAME, assigneeId: ada.id });
    expect(messages.body.messages.at(-1)).toMatchObject({ name: NAME, authorId: ada.id });
    expect(JSON.stringify(changes.body)).toContain(ada.id);
    await expect.poll(() => live.events.some(({ message }) => message?.text === 'Between us')).toBe(true);
    expect(live.events.find(({ message }) => message?.text === 'Between us')?.message.name).toBe(NAME);
    live.stop();
    const { messages: stored } = await desk.store.messages(visitor.conversationId, { limit: 200 });
    const body = stored.find((message) => message.body.text === 'Between us')?.body;
    expect(body).toMatchObject({ name: NAME, authorId: ada.id });
  });

  it('leave what a visitor said as it was, and what says that a program wrote', async () => {
    await showNames(false);
    const said = await agent(desk)('POST', at('/messages'), {
      text: 'Beep',
      name: 'A helpful bot',
      authorSubtypes: ['AI'],
      quotedMessage: { type: 'message', content: { role: 'appUser', name: 'Ann', text: 'Hello' } },
    });
    const { messages } = (await visitor.call('GET', at('/messages'))).body;
    await showNames(true);
    const [seen] = messages.filter(({ _id }) => _id === said.body.messages[0]?._id);
    expect(seen).toMatchObject({
      ...TEAM,
      authorSubtypes: ['AI'],
      quotedMessage: { content: { name: 'Ann' } },
    });
    expect(messages.find(({ role }) => role === 'appUser')).toMatchObject({ authorId: visitor.id });
  });
});

it('the setting of agents’ names shows them unless it says otherwise, and is yes or no', () => {
  expect(readSettings({})).toMatchObject({ settings: { messenger: { people: { agentNames: true } } } });
  expect(readSettings({ messenger: { people: { agentNames: 'never' } } })).toMatchObject({
    problem: expect.stringContaining('messenger.people.agentNames'),
  });
});
