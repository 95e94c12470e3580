import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeLocation } from '../../../src/messageKinds/location/decode';
import { decodeChannelClients, decodeIntegrations } from '../../../src/wire/channels';
import { decodeConfig } from '../../../src/wire/config';
import { decodeConversation, decodeConversationAnswer } from '../../../src/wire/conversation';
import { bool, list, listOf, num, obj, oneOf, str } from '../../../src/wire/decode';
import { decodeError } from '../../../src/wire/errors';
import { decodeExtensionMessage } from '../../../src/wire/extension';
import { decodeMessages } from '../../../src/wire/history';
import { decodeIntegration } from '../../../src/wire/integration';
import { decodeLauncherConfig } from '../../../src/wire/launcherConfig';
import { decodeMessage } from '../../../src/wire/message';
import { decodeMarks, decodeQuote, decodeReferences } from '../../../src/wire/messageContext';
import { decodePeople, decodeTeamStatus } from '../../../src/wire/people';
import { decodeRealtimeEvent } from '../../../src/wire/realtime';
import { decodeActions, decodeItems, decodeMedia } from '../../../src/wire/rich';
import { decodeCustomization } from '../../../src/wire/theme';
import { decodeUserAnswer } from '../../../src/wire/user';
import { decodeLineStatus, decodeSignal, decodeSignals, decodeTicket } from '../../../src/wire/voice';
import { hostileValue } from '../../support/hostileValues';

const decoders: Record<string, (value: unknown) => unknown> = {
  decodeActions,
  decodeChannelClients,
  decodeConfig,
  decodeConversation,
  decodeConversationAnswer,
  decodeCustomization,
  decodeError,
  decodeExtensionMessage,
  decodeIntegration,
  decodeIntegrations,
  decodeItems,
  decodeLauncherConfig,
  decodeLineStatus,
  decodeLocation,
  decodeMarks,
  decodeMedia,
  decodeMessage,
  decodeMessages,
  decodePeople,
  decodeQuote,
  decodeRealtimeEvent,
  decodeReferences,
  decodeSignal,
  decodeSignals,
  decodeTeamStatus,
  decodeTicket,
  decodeUserAnswer,
};

/** Field names that the decoders read, so that random values get past the first checks. */
const NAMES = `
  _id id type role received text referenceId actions items fields metadata source messages conversation conversationId
  conversations participants lastRead activity data message appUser clients settings realtime typing error errors code
  description title features messenger color launcher words positionOffset web mobile horizontal zIndex borderRadius
  baseUrl conversationsPagination err porch coordinates location lat long mediaUrl quotedMessage quotedMessageId content
  uri people team theme labels common signals next sdp candidate integrations
  __proto__ constructor prototype toString hasOwnProperty length`
  .trim()
  .split(/\s+/);
const named = ['x', 'message', 'activity', 'conversation:added', 'participant:added', 'upload:failed'];
const hostile = fc.oneof(hostileValue, fc.constantFrom(...named, 'link', 'appUser', 'setTitle', 'offer'));
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'json' },
    hostile,
    fc.array(tie('tree'), { maxLength: 4, depthIdentifier: 'json' }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('tree'), { maxKeys: 8, depthIdentifier: 'json' }),
  ),
}));
/** What each decoder is given, whatever the seed. */
const ALWAYS: unknown[] = [undefined, null, 1, 'x', true, [], [null, 1, 'x', [[]]], {}, { length: 3 }];

describe.each(Object.entries(decoders))('%s', (_name, decode) => {
  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.oneof(tree, fc.jsonValue(), fc.anything()), (value) => {
        decode(value);
      }),
      { numRuns: 300, examples: ALWAYS.map((value) => [value]) },
    );
  });

  it('leaves the prototype of all objects alone', () => {
    const value = JSON.parse(
      '{"__proto__":{"polluted":1},"_id":"a","received":1,"messages":[{"__proto__":{"polluted":1}}],"metadata":{"__proto__":{"polluted":1}}}',
    );
    decode(value);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('the small readers', () => {
  it('give a value of the right type and nothing else', () => {
    expect([str('a'), str(1), str(null), str(Object('a'))]).toEqual(['a', undefined, undefined, undefined]);
    expect([num(1), num('1'), num(Number.NaN), num(Number.POSITIVE_INFINITY)]).toEqual([
      1,
      undefined,
      undefined,
      undefined,
    ]);
    expect([bool(false), bool(0), bool('true')]).toEqual([false, undefined, undefined]);
    expect([list([1]), list({ length: 1 }), list('ab')]).toEqual([[1], [], []]);
    expect([obj({ a: 1 }), obj([1]), obj(null), obj('x')]).toEqual([{ a: 1 }, {}, {}, {}]);
    expect([oneOf('a', ['a', 'b']), oneOf('c', ['a', 'b']), oneOf(['a'], ['a'])]).toEqual([
      'a',
      undefined,
      undefined,
    ]);
  });

  it('keep the entries of a list that decode and drop the others', () => {
    expect(listOf(['a', 1, 'b', null], str)).toEqual(['a', 'b']);
    expect(listOf('ab', str)).toEqual([]);
  });
});

describe('a message', () => {
  const sent = { _id: 'm1', type: 'text', role: 'appUser', received: 12.5, text: 'hi', name: 'Ann' };

  it('is read with its common fields, and kept as it came', () => {
    expect(decodeMessage(sent)).toMatchObject({ ...sent, raw: sent });
  });

  it.each([
    ['no id', { ...sent, _id: undefined }],
    ['an empty id', { ...sent, _id: '' }],
    ['an id that is a number', { ...sent, _id: 5 }],
    ['no time', { ...sent, received: undefined }],
    ['a time that is text', { ...sent, received: '12' }],
    ['a time that is no number', { ...sent, received: Number.NaN }],
    ['a time no calendar has', { ...sent, received: 1e300 }],
    ['a time before all calendars', { ...sent, received: -1e300 }],
  ])('with %s is no message', (_name, value) => {
    expect(decodeMessage(value)).toBeUndefined();
  });

  it('has a time that can be shown', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (received) => {
        const message = decodeMessage({ _id: 'm', received });
        // The visitor's next message is sorted after this one, so its time must be displayable too.
        if (message) new Date((message.received + 86_400) * 1000).toISOString();
      }),
      { numRuns: 1000 },
    );
  });

  it('of an unknown type keeps its type, and of no type is text', () => {
    expect(decodeMessage({ ...sent, type: 'hologram' })?.type).toBe('hologram');
    expect(decodeMessage({ ...sent, type: 7 })?.type).toBe('text');
  });

  it('is the business’s unless it says it is the visitor’s (visitor-14)', () => {
    expect(decodeMessage({ ...sent, role: 'business' })?.role).toBe('appMaker');
    expect(decodeMessage({ ...sent, role: 'appMaker' })?.role).toBe('appMaker');
    expect(decodeMessage({ ...sent, role: undefined })?.role).toBe('appMaker');
    expect(decodeMessage(sent)?.role).toBe('appUser');
  });

  it('loses fields of a wrong type and keeps the rest', () => {
    const odd = decodeMessage({
      ...sent,
      text: 5,
      name: {},
      actions: 'x',
      metadata: [],
      source: null,
      mediaSize: '3',
    });
    expect(odd).toMatchObject({ _id: 'm1', actions: [], metadata: {}, source: {} });
    expect([odd?.text, odd?.name, odd?.mediaSize]).toEqual([undefined, undefined, undefined]);
  });

  it('is read out of a page together with those beside it that can be read', () => {
    expect(decodeMessages({ messages: [sent, null, 5, {}], hasPrevious: true })).toMatchObject({
      messages: [{ _id: 'm1' }],
      hasPrevious: true,
    });
    expect(decodeMessages({ messages: {}, hasPrevious: 'yes' })).toEqual({
      messages: [],
      hasPrevious: false,
    });
    expect(decodeMessages('<html>')).toEqual({ messages: [], hasPrevious: false });
  });
});

describe('a conversation', () => {
  it('is active unless it says idle, and has the visitor first', () => {
    expect(
      decodeConversation({
        _id: 'c',
        participants: [{ appUserId: 'u', unreadCount: 3, lastRead: 2 }],
        lastUpdatedAt: 5,
      }),
    ).toMatchObject({
      _id: 'c',
      status: 'active',
      lastUpdatedAt: 5,
      participants: [{ unreadCount: 3, lastRead: 2 }],
      messages: [],
    });
    expect(decodeConversation({ _id: 'c', status: 'idle' })?.status).toBe('idle');
    expect(decodeConversation({})).toBeUndefined();
  });

  it('knows how far the business read under both names', () => {
    expect(decodeConversation({ _id: 'c', businessLastRead: 4 })?.businessLastRead).toBe(4);
    expect(decodeConversation({ _id: 'c', appMakerLastRead: 5 })?.businessLastRead).toBe(5);
  });

  it('is read wrapped and bare', () => {
    expect(decodeConversationAnswer({ conversation: { _id: 'c' } }).conversation?._id).toBe('c');
    expect(decodeConversationAnswer({ _id: 'c' }).conversation?._id).toBe('c');
    expect(decodeConversationAnswer([]).conversation).toBeUndefined();
  });
});

it('the settings of an integration are read wrapped and bare, and nothing of a wrong type (conf-2)', () => {
  const bare = {
    app: { settings: { multiConvoEnabled: true } },
    integration: { canUserSeeConversationList: false, canUserCreateMoreConversations: 'yes' },
    restRetryPolicy: { maxRetries: 2 },
  };
  const settings = {
    multiConvoEnabled: true,
    canUserSeeConversationList: false,
    canUserCreateMoreConversations: undefined,
    restRetryPolicy: { maxRetries: 2 },
  };
  expect(decodeIntegration(bare)).toEqual(settings);
  expect(decodeIntegration({ config: bare })).toEqual(settings);
  for (const other of [null, {}, [], 'ok', { app: {} }, { config: null }])
    expect(decodeIntegration(other)).toBeUndefined();
});

describe('an answer about the visitor', () => {
  it('is read with the user, the token, the conversations and how to reach realtime (http-13)', () => {
    expect(
      decodeUserAnswer({
        appUser: {
          _id: 'u',
          conversationStarted: true,
          clients: [{ id: 'k', platform: 'web' }, { id: 'x' }],
        },
        sessionToken: 'secret',
        conversations: [{ _id: 'c' }, {}],
        settings: {
          realtime: { baseUrl: 'https://rt.example/faye', retryInterval: 20 },
          typing: { enabled: false },
        },
      }),
    ).toMatchObject({
      appUser: { _id: 'u' },
      sessionToken: 'secret',
      conversations: [{ _id: 'c' }],
      realtime: { enabled: true, baseUrl: 'https://rt.example/faye', retryInterval: 20, typing: false },
    });
  });

  it('without anything in it gives no user, no conversations and typing on', () => {
    const empty = { appUser: undefined, conversations: [] };
    for (const value of [undefined, null, '', [], {}, { appUser: {} }]) {
      expect(decodeUserAnswer(value)).toMatchObject(empty);
      expect(decodeUserAnswer(value).realtime).toBeUndefined();
    }
  });
});

describe('an error', () => {
  it('is read in the service’s shape and in v2’s', () => {
    expect(decodeError({ error: { code: 'bad', description: 'Bad.' } })).toEqual({
      code: 'bad',
      description: 'Bad.',
    });
    expect(decodeError({ errors: [{ code: 'bad', title: 'Bad.' }] })).toEqual({
      code: 'bad',
      description: 'Bad.',
    });
  });

  it('needs both words', () => {
    for (const value of [
      {},
      { error: 'bad' },
      { error: { code: 'bad' } },
      { error: { code: 5, description: 'x' } },
      { errors: [] },
    ]) {
      expect(decodeError(value)).toBeUndefined();
    }
  });
});
