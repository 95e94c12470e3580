import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileSize } from '../../../src/i18n/fileSize';
import { formSteps } from '../../../src/messageKinds/form/decode';
import { fieldProblem } from '../../../src/messageKinds/form/formRules';
import { decodeLocation } from '../../../src/messageKinds/location/decode';
import { decodeConversation, queuePlace, waitSeconds } from '../../../src/wire/conversation';
import { clamp, ident, plain, seconds, within } from '../../../src/wire/decode';
import { decodeMessage } from '../../../src/wire/message';
import { decodeRealtimeEvent } from '../../../src/wire/realtime';
import { decodeActions, decodeMedia } from '../../../src/wire/rich';
import { decodeUserAnswer } from '../../../src/wire/user';
import { hostileNumber, hostileString, hostileValue, spoilt } from '../../support/hostileValues';

const any = fc.oneof(hostileNumber, hostileValue);
/**
 * Every number in a decoded value, by field name. Skips fields kept in raw form, which are never displayed.
 */
const numbersOf = (value: unknown, name = ''): [string, number][] =>
  typeof value === 'number'
    ? [[name, value]]
    : Object(value) === value
      ? Object.entries(value as object).flatMap(([key, inner]) =>
          key === 'raw' || key === 'metadata' ? [] : numbersOf(inner, key),
        )
      : [];

describe('a time from outside', () => {
  it('is one that a date can show and a calendar can write, or none', () => {
    fc.assert(
      fc.property(any, (value) => {
        const time = seconds(value);
        if (time === undefined) return;
        expect(time).toBe(value);
        new Intl.DateTimeFormat('de', { dateStyle: 'full' }).format(new Date(time * 1000));
        new Date(time * 1000).toISOString();
      }),
      { numRuns: 1000 },
    );
    expect([8.7e12, -8.7e12, 1e300, Number.NaN, '5', null].map(seconds)).toEqual(Array(6).fill(undefined));
    expect([0, -5.5, 1_800_000_000.25].map(seconds)).toEqual([0, -5.5, 1_800_000_000.25]);
  });

  it('is read so wherever a conversation, a message or an event has one', () => {
    const conversation = {
      _id: 'c',
      lastUpdatedAt: 1,
      createdAt: 2,
      businessLastRead: 3,
      appMakerLastRead: 4,
      participants: [{ unreadCount: 1, lastRead: 5 }],
    };
    const activity = { type: 'conversation:read', data: { lastRead: 6 } };
    const good = { type: 'activity', conversation, activity, message: { _id: 'm', received: 7 } };
    fc.assert(
      fc.property(spoilt(good), (event) => {
        const { conversation: read, ...rest } = decodeRealtimeEvent(event) ?? {};
        for (const [name, number] of [...numbersOf(read), ...numbersOf(rest)])
          if (name !== 'unreadCount') new Date(number * 1000).toISOString();
      }),
      { numRuns: 500 },
    );
  });
});

describe('a number from outside', () => {
  it('is moved into its bounds, or is none outside of them', () => {
    fc.assert(
      fc.property(any, hostileNumber, hostileNumber, (value, a, b) => {
        fc.pre(Number.isFinite(a) && Number.isFinite(b));
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const moved = clamp(value, low, high);
        expect(moved === undefined).toBe(!Number.isFinite(value));
        if (moved !== undefined) expect(moved >= low && moved <= high).toBe(true);
        const kept = within(value, low, high);
        expect(kept === undefined || (kept === value && kept >= low && kept <= high)).toBe(true);
      }),
    );
  });

  it('counts unread messages in whole numbers from 0 on', () => {
    fc.assert(
      fc.property(any, (unreadCount) => {
        const count = decodeConversation({ _id: 'c', participants: [{ unreadCount }] })?.participants[0]
          ?.unreadCount as number;
        expect(Number.isInteger(count) && count >= 0 && count <= 1_000_000).toBe(true);
      }),
    );
  });

  it('is short enough to be drawn: sizes, prices, places and waits', () => {
    const price = (amount = 0) => new Intl.NumberFormat('en').format(amount / 100);
    fc.assert(
      fc.property(any, any, (a, b) => {
        const {
          size = 0,
          width = 1,
          height = 1,
        } = decodeMedia({ mediaSize: a, mediaWidth: a, mediaHeight: b });
        expect(fileSize('en', size).length).toBeLessThan(20);
        expect(width >= 1 && width <= 1e6 && height >= 1 && height <= 1e6).toBe(true);
        expect(
          fileSize('en', decodeMessage({ _id: 'm', received: 1, mediaSize: a })?.mediaSize ?? 0).length,
        ).toBeLessThan(20);
        const [action] = decodeActions([{ type: 'buy', text: 'Buy', amount: a }]);
        expect(price(action?.amount).length).toBeLessThan(25);
        const { lat = 0, long = 0 } = decodeLocation({ coordinates: { lat: a, long: b } });
        expect(Math.abs(lat) <= 90 && Math.abs(long) <= 180).toBe(true);
        expect([queuePlace(a) ?? 1, waitSeconds(a) ?? 1].every((n) => n >= 0 && n < 1e8)).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect([queuePlace(0), queuePlace(-5), queuePlace(1)]).toEqual([undefined, undefined, 1]);
  });

  it('leaves every field of a form one that can be answered', () => {
    fc.assert(
      fc.property(any, any, (minSize, maxSize) => {
        const [field] = formSteps([{ type: 'text', name: 'n', minSize, maxSize }]);
        if (field) expect(fieldProblem(field, 'x'.repeat(Math.floor(field.maxSize)))).toBeUndefined();
      }),
    );
  });
});

describe('an id or a token from outside', () => {
  it('is one that an address and a header can hold, or none', () => {
    fc.assert(
      fc.property(fc.oneof(hostileString, hostileValue), (value) => {
        const id = ident(value);
        if (id === undefined) return;
        expect(id).toBe(value);
        expect(encodeURIComponent(id).length).toBeLessThan(40_000);
      }),
    );
    expect([ident('a'.repeat(4096)), ident('a'.repeat(4097)), ident(''), ident('😀')]).toEqual([
      'a'.repeat(4096),
      undefined,
      undefined,
      '😀',
    ]);
    expect(['\0', 'a\0b', 'a\r\nb', '\x7f', '\x85'].map(ident)).toEqual(Array(5).fill(undefined));
  });

  it('is read so of a user, their session and their conversations', () => {
    const good = { appUser: { _id: 'u' }, sessionToken: 't', conversations: [{ _id: 'c' }] };
    fc.assert(
      fc.property(spoilt(good), (value) => {
        const { appUser, sessionToken, conversations } = decodeUserAnswer(value);
        for (const id of [appUser?._id, sessionToken, ...conversations.map((c) => c._id)])
          encodeURIComponent(id ?? '');
      }),
    );
  });
});

it('an object that is kept and sent on can be written as text', () => {
  fc.assert(
    fc.property(hostileValue, (value) => {
      JSON.stringify([plain(value), decodeActions([{ type: 'reply', text: 'Yes', metadata: value }])]);
    }),
  );
  expect(plain({ a: [{ b: 1 }] })).toEqual({ a: [{ b: 1 }] });
  expect([plain([]), plain('x'), plain(null)]).toEqual([undefined, undefined, undefined]);
});
