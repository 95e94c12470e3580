import { describe, expect, it } from 'vitest';
import { startDesk } from '../support/desk';
import { agent, createVisitor, type Listening, listenAsVisitor } from '../support/deskClient';
import { visitorForEachTest } from '../support/eachVisitor';
import { ENGINES } from '../support/engines';
import { forThisFile } from '../support/forThis';

const link = { type: 'link', text: 'Size guide', uri: 'https://shop.example/sizes' };
const item = {
  title: 'Boots',
  description: 'Waterproof',
  mediaUrl: 'https://shop.example/boots.png',
  mediaType: 'image/png',
  altText: 'A pair of boots',
  actions: [link, { type: 'postback', text: 'Reserve', payload: 'RESERVE' }],
};

/** A message of each type, with every field it may have. */
const MESSAGES: [string, Record<string, unknown>][] = [
  [
    'text with every kind of button',
    {
      type: 'text',
      text: 'How can we help?',
      actions: [
        link,
        {
          type: 'reply',
          text: 'Yes',
          payload: 'YES',
          metadata: { a: 1 },
          iconUrl: 'https://shop.example/y.png',
        },
        { type: 'postback', text: 'Track order', payload: 'TRACK' },
        {
          type: 'webview',
          text: 'Choose a time',
          uri: 'https://shop.example/times',
          fallback: 'https://shop.example/times?full',
          size: 'tall',
          openOnReceive: true,
        },
        { type: 'locationRequest', text: 'Share where you are' },
        {
          type: 'buy',
          text: 'Pay',
          uri: 'https://shop.example/pay',
          amount: 4900,
          currency: 'EUR',
          state: 'offered',
        },
      ],
      blockChatInput: true,
    },
  ],
  [
    'text in Markdown',
    { type: 'text', text: 'Bold', markdownText: '**Bold**', payload: 'p', metadata: { a: 1 } },
  ],
  [
    'an answer of an AI with its sources',
    {
      type: 'text',
      text: 'Within 30 days.',
      name: 'Assistant',
      avatarUrl: 'https://shop.example/bot.png',
      authorId: 'assistant-1',
      authorSubtypes: ['AI', 'bot'],
      references: Array.from({ length: 10 }, (_, i) => ({
        uri: `https://shop.example/help/${i}`,
        title: `Article ${i}`,
        description: 'Returns',
      })),
    },
  ],
  [
    'image',
    {
      type: 'image',
      mediaUrl: 'https://shop.example/cat.png',
      mediaType: 'image/png',
      mediaSize: 12,
      mediaWidth: 640,
      mediaHeight: 480,
      altText: 'A cat',
      text: 'Our cat',
      actions: [link],
    },
  ],
  [
    'file',
    { type: 'file', mediaUrl: 'https://shop.example/a.pdf', mediaSize: 12, altText: 'Invoice', text: 'Here' },
  ],
  [
    'form',
    {
      type: 'form',
      blockChatInput: true,
      fields: [
        { type: 'text', name: 'n', label: 'Name', placeholder: 'Ada', minSize: 1, maxSize: 256 },
        { type: 'email', name: 'e', label: 'Email' },
        { type: 'select', name: 's', label: 'Size', options: [{ name: 'l', label: 'Large' }], selectSize: 1 },
      ],
    },
  ],
  ['carousel', { type: 'carousel', items: [item, item], displaySettings: { imageAspectRatio: 'square' } }],
  [
    'list',
    {
      type: 'list',
      items: [
        { ...item, size: 'large' },
        { title: 'Plain', size: 'compact' },
      ],
      actions: [link],
    },
  ],
  [
    'location',
    {
      type: 'location',
      coordinates: { lat: 52.5, long: -13.4 },
      location: { name: 'Shop', address: 'Main St 1' },
    },
  ],
  ['template', { type: 'template', template: { any: ['thing'] }, textFallback: 'See our site' }],
  [
    'a quote from elsewhere',
    { type: 'text', text: 'Yes', quotedMessage: { type: 'externalMessageId', externalMessageId: 'x' } },
  ],
];

/** Removes the ids that the desk assigns, to compare a message with the agent's input. */
const withoutIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (value === null || typeof value !== 'object') return value;
  const rest = Object.entries(value).filter(([key]) => key !== '_id');
  return Object.fromEntries(rest.map(([key, entry]) => [key, withoutIds(entry)]));
};

describe.each(ENGINES)('each type of message on %s', async (_name, engine) => {
  let live: Listening;
  const desk = await forThisFile(startDesk(engine));
  const visitor = visitorForEachTest(desk);

  const path = () => `/conversations/${visitor.conversationId}/messages`;
  const send = (message: unknown) => agent(desk)('POST', path(), message);
  const write = (message: Record<string, unknown>) =>
    visitor.call('POST', path(), {
      author: { role: 'appUser', appUserId: visitor.id, client: { platform: 'web', id: 'c' } },
      message: { role: 'appUser', ...message },
    });
  const read = async () => (await visitor.call('GET', path())).body.messages;

  it.each(MESSAGES)('reaches the visitor whole, live and in history: %s', async (_title, message) => {
    live = await listenAsVisitor(desk, visitor);
    const { status, body } = await send(message);
    expect(status).toBe(201);
    const [event] = await live.until(1);
    live.stop();
    expect(event?.message).toEqual(body.messages[0]);
    expect(withoutIds(event?.message)).toMatchObject({ ...message, role: 'appMaker' });
    expect(await read()).toEqual(body.messages);
    expect((await agent(desk)('GET', path())).body.messages).toEqual(body.messages);
  });

  it('quotes a message of the conversation with its text and author', async () => {
    const asked = (await write({ type: 'text', text: 'Are they waterproof?' })).body.messages[0];
    const { body } = await send({ text: 'They are.', quotedMessageId: asked?._id });
    const expected = {
      quotedMessageId: asked?._id,
      quotedMessage: {
        type: 'message',
        content: {
          _id: asked?._id,
          type: 'text',
          role: 'appUser',
          received: asked?.received,
          text: 'Are they waterproof?',
          authorId: visitor.id,
        },
      },
    };
    expect(body.messages).toMatchObject([expected]);
    expect((await read())[1]).toMatchObject(expected);
    const back = await write({ type: 'text', text: 'Good', quotedMessageId: body.messages[0]?._id });
    expect(back.body.messages[0]?.quotedMessage).toMatchObject({
      content: { role: 'appMaker', text: 'They are.', name: 'Support' },
    });
  });

  it('refuses to quote a message of another conversation', async () => {
    const elsewhere = await createVisitor(desk);
    const other = await agent(desk)('POST', `/conversations/${elsewhere.conversationId}/messages`, {
      text: 'x',
    });
    for (const quotedMessageId of ['none', other.body.messages[0]?._id]) {
      const { status, body } = await send({ text: 'x', quotedMessageId });
      expect([status, body.error.description]).toEqual([
        400,
        'quotedMessageId: there is no such message here',
      ]);
      expect((await write({ type: 'text', text: 'x', quotedMessageId })).status).toBe(400);
    }
    expect(await read()).toEqual([]);
  });

  it('gives the answer to a form the form’s author', async () => {
    const asked = (
      await send({
        type: 'form',
        name: 'Ada',
        avatarUrl: 'https://shop.example/ada.png',
        fields: [{ type: 'email', name: 'e', label: 'E' }],
      })
    ).body.messages[0];
    const fields = [{ type: 'email', name: 'e', label: 'E', email: 'a@b.example' }];
    const { body } = await write({ type: 'formResponse', quotedMessageId: asked?._id, fields });
    expect(body.messages[0]?.quotedMessage).toMatchObject({
      type: 'message',
      content: { _id: asked?._id, type: 'form', name: 'Ada', avatarUrl: 'https://shop.example/ada.png' },
    });
  });

  it('accepts the visitor’s location as the answer to a request for it', async () => {
    await send({ text: 'Where are you?', actions: [{ type: 'locationRequest', text: 'Share' }] });
    const coordinates = { lat: 52.52, long: 13.405 };
    const { status, body } = await write({ type: 'location', coordinates, referenceId: 'here', evil: 1 });
    expect(status).toBe(201);
    expect(body.messages).toMatchObject([
      { type: 'location', role: 'appUser', coordinates, authorId: visitor.id },
    ]);
    expect(body.messages[0]).not.toHaveProperty('evil');
    expect((await write({ type: 'location', coordinates, referenceId: 'here' })).status).toBe(200);
    expect(await read()).toHaveLength(2);
    for (const odd of [undefined, {}, { lat: 91, long: 0 }, { lat: 0, long: '1' }, { lat: null, long: 0 }]) {
      expect((await write({ type: 'location', coordinates: odd })).status).toBe(400);
    }
  });
});

describe('what an agent may not send', async () => {
  const desk = await forThisFile(startDesk());
  const visitor = await createVisitor(desk);
  const path = () => `/conversations/${visitor.conversationId}/messages`;
  const send = (message: unknown) => agent(desk)('POST', path(), message);

  const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
  const field = { type: 'text', name: 'n', label: 'N' };
  const reply = { type: 'reply', text: 'Yes' };
  const bad = 'javascript:alert(1)';
  const LIMITS: [string, Record<string, unknown>, string][] = [
    ['eleven buttons', { text: 'x', actions: many(11, reply) }, 'actions'],
    [
      'a button of 129 characters',
      { text: 'x', actions: [{ ...reply, text: 'x'.repeat(129) }] },
      'actions.0.text',
    ],
    ['a button without words', { text: 'x', actions: [{ ...reply, text: ' ' }] }, 'actions.0.text'],
    [
      'a payload too long',
      { text: 'x', actions: [{ ...reply, payload: 'x'.repeat(1001) }] },
      'actions.0.payload',
    ],
    ['an icon from nowhere', { text: 'x', actions: [{ ...reply, iconUrl: bad }] }, 'actions.0.iconUrl'],
    [
      'a webview of a script',
      { text: 'x', actions: [{ type: 'webview', text: 'x', uri: bad, fallback: bad }] },
      'actions.0.uri',
    ],
    [
      'half a cent',
      { text: 'x', actions: [{ type: 'buy', text: 'x', amount: 0.5, currency: 'EUR' }] },
      'actions.0.amount',
    ],
    [
      'a currency of none',
      { text: 'x', actions: [{ type: 'buy', text: 'x', amount: 1, currency: '€' }] },
      'actions.0.currency',
    ],
    ['eleven sources', { text: 'x', references: many(11, { uri: 'https://x.example' }) }, 'references'],
    ['a source that is a script', { text: 'x', references: [{ uri: bad }] }, 'references.0.uri'],
    ['an author of another kind', { text: 'x', authorSubtypes: ['owner'] }, 'authorSubtypes.0'],
    ['an avatar that is a script', { text: 'x', avatarUrl: bad }, 'avatarUrl'],
    ['a name of nothing', { text: 'x', name: ' ' }, 'name'],
    ['an image without an address', { type: 'image' }, 'mediaUrl'],
    [
      'an image of no width',
      { type: 'image', mediaUrl: 'https://x.example/a.png', mediaWidth: 0 },
      'mediaWidth',
    ],
    ['an image of data', { type: 'image', mediaUrl: 'data:image/png;base64,AA' }, 'mediaUrl'],
    [
      'an alternative too long',
      { type: 'image', mediaUrl: 'https://x.example/a.png', altText: 'x'.repeat(129) },
      'altText',
    ],
    ['an item of a script', { type: 'list', items: [{ title: 'x', mediaUrl: bad }] }, 'items.0.mediaUrl'],
    ['a title too long', { type: 'list', items: [{ title: 'x'.repeat(129) }] }, 'items.0.title'],
    [
      'a shape of none',
      { type: 'carousel', items: [item], displaySettings: { imageAspectRatio: 'round' } },
      'displaySettings.imageAspectRatio',
    ],
    ['21 fields', { type: 'form', fields: many(21, field) }, 'fields'],
    ['a field of an unknown type', { type: 'form', fields: [{ ...field, type: 'date' }] }, 'fields.0.type'],
    ['a field of size 257', { type: 'form', fields: [{ ...field, maxSize: 257 }] }, 'fields.0.maxSize'],
    [
      '201 choices',
      { type: 'form', fields: [{ ...field, type: 'select', options: many(201, { name: 'a', label: 'A' }) }] },
      'fields.0.options',
    ],
    ['a place without a longitude', { type: 'location', coordinates: { lat: 1 } }, 'coordinates.long'],
    [
      'a quote of another shape',
      { text: 'x', quotedMessage: { type: 'html', content: '<b>' } },
      'quotedMessage.type',
    ],
  ];

  it.each(LIMITS)('%s', async (_title, message, where) => {
    const { status, body } = await send(message);
    expect([status, body.error.code]).toEqual([400, 'bad_request']);
    expect(body.error.description.split(':')[0]).toBe(where);
  });

  it('markup: it is left out, and so is what could stand in for another’s field', async () => {
    const { body } = await send({
      text: '<b>x</b>',
      htmlText: '<script>alert(1)</script>',
      submitted: true,
      source: { type: 'x' },
      logId: 'x',
      __proto__: { polluted: true },
    });
    expect(Object.keys(body.messages[0] ?? {}).sort()).toEqual([
      '_id',
      'name',
      'received',
      'role',
      'text',
      'type',
    ]);
  });
});
