import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawKept } from '../../../../src/delivery/receiving/drawKept';
import { decodeKept, encodeKept } from '../../../../src/delivery/receiving/keptEntry';
import { fromWire, type Message, optimistic } from '../../../../src/model/message';
import { decodeMessage } from '../../../../src/wire/message';
import { createFakeClock } from '../../../support/fakeClock';

const whose = { user: 'u', conversation: 'c' };

const message = (n: number, more = {}): Message =>
  fromWire(
    decodeMessage({ _id: `m${n}`, role: 'appMaker', received: n, text: `text ${n}`, ...more }) as never,
  );

const log = (count: number, more = {}) => Array.from({ length: count }, (_, i) => message(i + 1, more));

const ids = (text: string | undefined) => decodeKept(text ?? null)?.messages.map((m) => m._id);

describe('the entry of a log', () => {
  it('has its last 30 messages, and is read back as the service sent them (store-10)', () => {
    const entry = encodeKept({ ...whose, login: 'ann' }, log(40));
    expect(decodeKept(entry ?? null)).toMatchObject({ user: 'u', login: 'ann', conversation: 'c' });
    expect(ids(entry)).toEqual(
      log(40)
        .slice(-30)
        .map((m) => m._id),
    );
    expect(decodeKept(entry ?? null)?.messages.at(-1)).toEqual(decodeMessage(log(40).at(-1)?.raw));
  });

  it('is 24,000 bytes at most, also of letters with several bytes, and has no gap (store-10)', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9000 }), { maxLength: 12 }), (lengths) => {
        const all = lengths.map((length, i) => message(i + 1, { text: 'é'.repeat(length) }));
        const entry = encodeKept(whose, all);
        expect(new TextEncoder().encode(entry ?? '').length).toBeLessThanOrEqual(24_000);
        const kept = ids(entry) ?? [];
        expect(all.slice(all.length - kept.length).map((m) => m._id)).toEqual(kept);
      }),
    );
  });

  it('has nothing unsent, and is none where nothing is sent (store-10)', () => {
    const unsent = optimistic({ text: 'unsent' }, 'r', 9, {});
    expect(ids(encodeKept(whose, [...log(2), unsent]))).toEqual(['m1', 'm2']);
    expect(encodeKept(whose, [unsent])).toBeUndefined();
    expect(encodeKept(whose, [])).toBeUndefined();
  });

  it('ends before a message that is nested too deeply to be kept', () => {
    let deep: unknown = 'end';
    for (let i = 0; i < 20_000; i++) deep = [deep];
    expect(ids(encodeKept(whose, [message(1), message(2, { metadata: { deep } }), message(3)]))).toEqual([
      'm3',
    ]);
  });
});

describe('a stored entry that is none', () => {
  const drawnOf = (text: string | null): readonly Message[] => {
    const kept = decodeKept(text);
    let drawn: readonly Message[] = [];
    if (!kept) return drawn;
    const always = <T>(value: T) => ({ value });
    drawKept(
      {
        clock: createFakeClock(),
        user: {
          appUserId: always(kept.user),
          auth: always(undefined),
          initializedStatus: always('pending'),
          linked: always(false),
          realtime: always(undefined),
          exits: () => 0,
          isAwaited: () => false,
          isOver: () => false,
          stored: { get: () => kept.user },
        } as never,
        conversations: { active: always(undefined) } as never,
        messages: {
          of: () => always([message(5), optimistic({ text: 'unsent' }, 'r', 9, {})]) as never,
          keepBy(draw) {
            if (draw) drawn = draw('') ?? [];
          },
        },
      },
      kept,
      always(undefined) as never,
    );
    return drawn;
  };

  it('is ignored, whatever it is, and none throws', () => {
    const entry = encodeKept(whose, log(3)) as string;
    const hostile = fc.oneof(
      fc.string(),
      fc.json(),
      fc.nat(entry.length).map((at) => entry.slice(0, at)),
      fc
        .record({
          user: fc.oneof(fc.constant('u'), fc.anything()),
          login: fc.anything(),
          conversation: fc.oneof(fc.constant('c'), fc.anything()),
          messages: fc.oneof(
            fc.anything(),
            fc.array(fc.oneof(fc.anything(), fc.constant({ _id: 'm', received: 1 }))),
          ),
        })
        .map((value) => {
          try {
            return JSON.stringify(value);
          } catch {
            return '';
          }
        }),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const keys = drawnOf(text ?? null).map((m) => m.key);
        expect(new Set(keys).size).toBe(keys.length);
      }),
      { numRuns: 500 },
    );
    expect(drawnOf(null)).toEqual([]);
    expect(drawnOf('x'.repeat(30_000))).toEqual([]);
  });

  it('draws a message with one id once, no news before what may be missing, and nothing nested too deeply', () => {
    const twice = { _id: 'm', received: 1, referenceId: 'r', role: 'appUser' };
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const text = JSON.stringify({ ...whose, messages: [twice, twice, { ...twice, _id: 'n' }] });
    expect(drawnOf(text).map((m) => m._id)).toEqual(['m', 'n']);
    const nested = JSON.stringify({ ...whose, messages: [{ ...twice, actions: [] }] });
    expect(decodeKept(nested)).toBeDefined();
    expect(decodeKept(nested.replace('[]}', `${deep}}`))).toBeUndefined();
  });
});
