import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/model/message';
import { createLog, type LogBlock, type LogRow, TIMESTAMP_GAP } from '../../../src/model/messageLog';
import { patchMessage } from '../../../src/model/messageOrder';
import { createConversations } from '../../../src/slices/conversations';
import { createMessages } from '../../../src/slices/messages';
import { held, unsent, wire, wireConversation } from '../../support/messages';

type BlocksOf = ReturnType<typeof createLog>;
const rowsIn = (blocks: readonly LogBlock[]) => blocks.flatMap(([, rows]) => rows);
/** The rows of a log that is drawn for the first time. */
const logRows = (...given: Parameters<BlocksOf>) => rowsIn(createLog()(...given));
const agent = (id: string, received: number, more = {}) => held(id, received, { authorId: 'ann', ...more });
const visitor = (id: string, received: number, more = {}) => held(id, received, { role: 'appUser', ...more });
const shape = (rows: readonly LogRow[]) => rows.map((r) => (r.kind === 'message' ? r.message._id : r.kind));
const messages = (rows: readonly LogRow[]) => rows.filter((r) => r.kind === 'message');
const groups = (rows: readonly LogRow[]) =>
  messages(rows).map((r) => `${r.firstInGroup ? '[' : ''}${r.message._id}${r.lastInGroup ? ']' : ''}`);

describe('timestamp dividers', () => {
  it('stand at the start (log-1)', () => {
    expect(shape(logRows([agent('a', 5)], undefined, false))).toEqual(['timestamp', 'a']);
  });

  it('stand at gaps above 900 seconds, not at 900 seconds (log-1)', () => {
    expect(TIMESTAMP_GAP).toBe(900);
    const rows = logRows([agent('a', 0), agent('b', 900), agent('c', 1800.5)], undefined, false);
    expect(shape(rows)).toEqual(['timestamp', 'a', 'b', 'timestamp', 'c']);
    expect(rows[3]).toMatchObject({ kind: 'timestamp', received: 1800.5 });
  });

  it('are absent without messages', () => {
    expect(logRows([], 5, false)).toEqual([]);
  });
});

describe('the unread divider', () => {
  const five = [agent('a', 1), visitor('b', 2), visitor('c', 3), agent('d', 4), agent('e', 5)];

  it.each([
    ['appears once, before the first unread agent message (log-2)', five, 1, 'timestamp a b c unread d e'],
    ['does not stand before the visitor’s own messages', [visitor('a', 2)], 1, 'timestamp a'],
    ['is absent when all is read', [agent('a', 1)], 1, 'timestamp a'],
    ['is absent where the read position is unknown', [agent('a', 1)], undefined, 'timestamp a'],
    [
      'comes after the timestamp of its message',
      [agent('a', 1), agent('b', 2000)],
      1,
      'timestamp a timestamp unread b',
    ],
    [
      'comes before the very first message when nothing was read yet',
      [agent('a', 1)],
      0,
      'timestamp unread a',
    ],
  ])('%s', (_name, log, lastRead, rows) => {
    expect(shape(logRows(log, lastRead, false)).join(' ')).toBe(rows);
  });
});

describe('the typing indicator', () => {
  it('comes last while an agent types (log-3)', () => {
    expect(shape(logRows([agent('a', 1)], undefined, true))).toEqual(['timestamp', 'a', 'typing']);
    expect(shape(logRows([], undefined, true))).toEqual(['typing']);
  });

  it('is left out when the last text message offers replies (log-3)', () => {
    const offer = agent('a', 1, { actions: [{ type: 'link' }, { type: 'reply', text: 'Yes' }] });
    expect(shape(logRows([offer], undefined, true))).toEqual(['timestamp', 'a']);
    const picture = agent('b', 2, { type: 'image' });
    expect(shape(logRows([offer, picture], undefined, true))).toEqual(['timestamp', 'a', 'b']);
  });

  it('returns when a later text message offers no replies', () => {
    const offer = agent('a', 1, { actions: [{ type: 'reply', text: 'Yes' }] });
    expect(shape(logRows([offer, visitor('b', 2)], undefined, true)).at(-1)).toBe('typing');
  });

  it('looks at the replies of text messages only, and at no odd action', () => {
    const carousel = agent('a', 1, { type: 'carousel', actions: [{ type: 'reply' }] });
    expect(shape(logRows([carousel], undefined, true)).at(-1)).toBe('typing');
    const odd = agent('b', 2, { actions: [null, 'reply', 7, { type: 'link' }] });
    expect(shape(logRows([odd], undefined, true)).at(-1)).toBe('typing');
  });
});

describe('groups', () => {
  const [ann, bob] = [agent('a', 1), agent('b', 2, { authorId: 'bob' })];
  const named = ['Cy', 'Cy', 'Di'].map((name, i) => held('cde'.charAt(i), i + 3, { name }));
  const rows = [agent('a', 1), agent('b', 2), visitor('c', 3), visitor('d', 4), agent('e', 5)];
  const own = [visitor('a', 1, { authorId: 'user-1' }), unsent('b', 2)];
  const late = [agent('a', 1), agent('b', 2), agent('c', 2000)];

  it.each([
    ['hold the messages one author wrote in a row (log-5)', rows, undefined, '[a b] [c d] [e]'],
    ['tell agents apart by id, else by name', [ann, bob, ...named], undefined, '[a] [b] [c d] [e]'],
    ['keep the visitor’s messages together whoever the service says wrote them', own, undefined, '[a b]'],
    ['end at a timestamp and at the unread divider', late, 1, '[a] [b] [c]'],
  ])('%s', (_name, log, lastRead, grouped) => {
    expect(groups(logRows(log, lastRead, false)).join(' ')).toBe(grouped);
  });
});

describe('the last message that did not fail', () => {
  const failed = patchMessage([unsent('f', 9)], 'f', { status: 'failed' })[0] as Message;

  it('is flagged, alone (log-6)', () => {
    const rows = messages(logRows([visitor('a', 1), visitor('b', 2), failed], undefined, false));
    expect(rows.map((r) => r.lastNonFailed)).toEqual([false, true, false]);
  });

  it('does not exist when all failed', () => {
    expect(messages(logRows([failed], undefined, false)).map((r) => r.lastNonFailed)).toEqual([false]);
  });
});

describe('lists are ordered', () => {
  const numbers = [3, 1, 2, 5, 4];

  it('messages by received ascending, in any order of arrival (log-7)', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(numbers, { minLength: 5 }), (coming) => {
        const log = createMessages();
        for (const at of coming) log.merge('c', [wire(`m${at}`, at)]);
        const rows = logRows(log.of('c').value, undefined, false);
        expect(shape(rows)).toEqual(['timestamp', 'm1', 'm2', 'm3', 'm4', 'm5']);
      }),
    );
  });

  it('conversations by lastUpdatedAt descending, in any order of arrival', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(numbers, { minLength: 5 }), (coming) => {
        const list = createConversations();
        const ids = () => list.all.value.map((c) => c._id);
        for (const at of coming) {
          list.upsert(wireConversation(`c${at}`, { lastUpdatedAt: at }));
        }
        expect(ids()).toEqual(['c5', 'c4', 'c3', 'c2', 'c1']);
        list.synced('c2', { lastUpdatedAt: 6 });
        expect(ids()).toEqual(['c2', 'c5', 'c4', 'c3', 'c1']);
      }),
    );
  });
});

describe('any log', () => {
  const message = fc.record({
    gap: fc.oneof(fc.constantFrom(0, 899, 900, 901), fc.integer({ min: 0, max: 5000 })),
    mine: fc.boolean(),
    author: fc.constantFrom('ann', 'bob'),
    failed: fc.boolean(),
  });
  const log = fc.array(message, { maxLength: 25 }).map((all) => {
    let at = 1000;
    return all.map((m, i): Message => {
      at += m.gap;
      const one = held(`m${i}`, at, {
        role: m.mine ? 'appUser' : 'appMaker',
        authorId: m.mine ? 'me' : m.author,
      });
      return m.failed ? { ...one, status: 'failed' } : one;
    });
  });
  const readUpTo = fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined });

  it('shows each message once and in order, with unique keys and closed groups', () => {
    fc.assert(
      fc.property(log, readUpTo, fc.boolean(), (all, lastRead, typing) => {
        const rows = logRows(all, lastRead, typing);
        const shown = messages(rows);
        expect(shown.map((r) => r.message)).toEqual(all);
        expect(new Set(rows.map((r) => r.key)).size).toBe(rows.length);
        expect(rows.filter((r) => r.kind === 'unread').length).toBeLessThanOrEqual(1);
        // A group begins exactly where the previous one ends.
        shown.forEach((row, i) => {
          expect(row.firstInGroup).toBe(i === 0 || (shown[i - 1]?.lastInGroup ?? false));
        });
        if (shown.length > 0) expect(shown.at(-1)?.lastInGroup).toBe(true);
        // Both kinds of divider are between groups, never inside one.
        rows.forEach((row, i) => {
          const next = rows[i + 1];
          if (row.kind !== 'message' && next?.kind === 'message') expect(next.firstInGroup).toBe(true);
        });
      }),
    );
  });
});

describe('the row that says that the conversation has ended', () => {
  const all = [agent('a', 1000), agent('b', 1010)];

  it('comes after all messages and before who is typing, also in an empty log', () => {
    expect(shape(logRows(all, undefined, true, true))).toEqual(['timestamp', 'a', 'b', 'ended', 'typing']);
    expect(shape(logRows([], undefined, false, true))).toEqual(['ended']);
  });

  it('comes and goes while messages come and go', () => {
    const log = createLog();
    const many = Array.from({ length: 200 }, (_, i) => agent(`m${i}`, 1000 + i));
    const changes: [from: number, to: number, ended: boolean][] = [
      [100, 150, true],
      [100, 151, true],
      [100, 151, false],
      [100, 200, true],
      [0, 200, true],
      [0, 200, false],
      [0, 199, true],
    ];
    for (const [from, to, ended] of changes) {
      const given = [many.slice(from, to), undefined, false, ended] as const;
      expect(rowsIn(log(...given))).toEqual(logRows(...given));
    }
  });
});
