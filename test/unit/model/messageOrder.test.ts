import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/model/message';
import {
  addOptimistic,
  byReceived,
  mergeMessages,
  newestConfirmed,
  optimisticTime,
  patchMessage,
} from '../../../src/model/messageOrder';
import type { WireMessage } from '../../../src/wire/message';
import { held, own, unsent, wire } from '../../support/messages';

const ids = (messages: readonly Message[]) => messages.map((m) => m._id);
const texts = (messages: readonly Message[]) => messages.map((m) => m.text);
const permutations = <T>(all: readonly T[]): T[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((one, i) =>
        permutations([...all.slice(0, i), ...all.slice(i + 1)]).map((rest) => [one, ...rest]),
      );

describe('the order of a log', () => {
  it('is by time, with unconfirmed messages last, then by id (log-7)', () => {
    const sorted = [unsent('a', 5), held('z', 5), held('b', 5), held('y', 4)].sort(byReceived);
    expect(ids(sorted)).toEqual(['y', 'b', 'z', 'a']);
  });

  it('gives 0 as the newest confirmed time of a log without confirmed messages', () => {
    expect(newestConfirmed([])).toBe(0);
    expect(newestConfirmed([unsent('a', 5)])).toBe(0);
    expect(newestConfirmed([held('a', 3), held('b', 4), unsent('c', 5)])).toBe(4);
  });

  it('puts a new message of the visitor last, even when their clock is behind', () => {
    expect(optimisticTime([], 50)).toBe(50);
    expect(optimisticTime([held('a', 100)], 50)).toBeCloseTo(100.001, 6);
    expect(optimisticTime([held('a', 100)], 160)).toBe(160);
  });

  it('does not follow a visitor whose clock is years ahead', () => {
    expect(optimisticTime([held('a', 100)], 1e9)).toBe(86500);
  });
});

describe('a message and its echoes', () => {
  const answer = own('m1', 20, 'ref');
  const echo = own('m1', 20, 'ref');
  const refresh = own('m1', 20, 'ref');
  const sources = { answer, echo, refresh };

  it.each(
    permutations(Object.keys(sources) as (keyof typeof sources)[]).map((order) => [order.join(', '), order]),
  )('makes one bubble of %s', (_name, order) => {
    let log = addOptimistic([held('m0', 10)], unsent('ref', 11));
    for (const name of order as (keyof typeof sources)[]) log = mergeMessages(log, [sources[name]]);
    expect(ids(log)).toEqual(['m0', 'm1']);
    expect(log[1]).toMatchObject({ key: 'ref', status: 'sent', isOptimistic: false, received: 20 });
  });

  it.each(permutations(['answer', 'echo', 'refresh']).map((order) => [order.join(', '), order]))(
    'makes one bubble of %s when the service drops the reference and the messenger puts it back on the answer',
    (_name, order) => {
      let log = addOptimistic([held('m0', 10)], unsent('ref', 11));
      for (const name of order as string[]) {
        const plain = own('m1', 20);
        log = mergeMessages(log, [name === 'answer' ? { ...plain, referenceId: 'ref' } : plain]);
      }
      expect(ids(log)).toEqual(['m0', 'm1']);
      expect(log[1]).toMatchObject({ status: 'sent', isOptimistic: false });
    },
  );

  it('keeps two messages apart that say the same', () => {
    let log = addOptimistic(
      addOptimistic([], unsent('r1', 1, { text: 'ok' })),
      unsent('r2', 2, { text: 'ok' }),
    );
    log = mergeMessages(log, [own('m1', 5, 'r1', { text: 'ok' })]);
    expect(log.map((m) => m.status)).toEqual(['sent', 'sending']);
    log = mergeMessages(log, [own('m2', 6, 'r2', { text: 'ok' })]);
    expect(ids(log)).toEqual(['m1', 'm2']);
  });

  it('gives the same array when nothing is new', () => {
    const log = mergeMessages([], [own('m1', 20, 'ref'), wire('m2', 21)]);
    expect(mergeMessages(log, [])).toBe(log);
    expect(mergeMessages(log, [own('m1', 20, 'ref')])).toBe(log);
    expect(mergeMessages(log, [wire('m2', 21), own('m1', 20, 'ref')])).toBe(log);
  });

  it('gives the same array when a copy only has its fields in another order, and not when a deep one differs', () => {
    const log = mergeMessages(
      [],
      [wire('m1', 1, { metadata: { a: 1, b: [{ c: 2, d: null }] }, name: 'Ann' })],
    );
    const copy = (d: unknown) => [wire('m1', 1, { name: 'Ann', metadata: { b: [{ d, c: 2 }], a: 1 } })];
    expect(mergeMessages(log, copy(null))).toBe(log);
    for (const other of [0, 'null', [], {}, false]) expect(mergeMessages(log, copy(other))).not.toBe(log);
  });

  it('treats a copy nested too deeply as different', () => {
    const nest = () => JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
    const log = mergeMessages([], [wire('m1', 1, { metadata: nest() })]);
    expect(mergeMessages(log, [wire('m1', 1, { metadata: nest() })])).toHaveLength(1);
  });

  it('keeps the objects of unchanged messages, so that their rows are not drawn again', () => {
    const log = mergeMessages([], [wire('a', 1), wire('b', 2)]);
    const next = mergeMessages(log, [wire('a', 1), wire('c', 3)]);
    expect(next.slice(0, 2)).toEqual(log);
    expect(next[0]).toBe(log[0]);
    expect(next[1]).toBe(log[1]);
  });

  it('applies changes of a message and keeps its key', () => {
    const log = mergeMessages(addOptimistic([], unsent('ref', 1)), [own('m1', 2, 'ref')]);
    const next = mergeMessages(log, [own('m1', 2, 'ref', { text: 'edited' })]);
    expect(next).toMatchObject([{ key: 'ref', text: 'edited' }]);
  });

  it('keeps the key too when a later copy leaves the reference out', () => {
    const log = mergeMessages(addOptimistic([], unsent('ref', 1)), [own('m1', 2, 'ref')]);
    const next = mergeMessages(log, [own('m1', 2, undefined, { text: 'edited' })]);
    expect(next).toMatchObject([{ key: 'ref', _id: 'm1' }]);
    expect(mergeMessages(next, [own('m1', 2, 'ref', { text: 'edited' })])).toHaveLength(1);
  });

  it('makes a failed message sent when the service turns out to have it', () => {
    const failed = patchMessage([unsent('ref', 1)], 'ref', { status: 'failed', errorReason: 'unknown' });
    expect(mergeMessages(failed, [own('m1', 2, 'ref')])).toMatchObject([
      { status: 'sent', isOptimistic: false },
    ]);
  });

  it('marks a confirmed message as sent again', () => {
    const marked = patchMessage(mergeMessages([], [own('m1', 2, 'ref')]), 'ref', { status: 'sending' });
    expect(mergeMessages(marked, [own('m1', 2, 'ref')])).toMatchObject([{ status: 'sent' }]);
  });
});

describe('unconfirmed messages', () => {
  it('step aside for a newer message from the service, to just before it and in steps of 0.001 s (msg-5)', () => {
    let log: readonly Message[] = [held('m0', 10)];
    for (const [i, ref] of ['a', 'b', 'c'].entries()) log = addOptimistic(log, unsent(ref, 30 + i));
    log = mergeMessages(log, [wire('m1', 20)]);
    expect(ids(log)).toEqual(['m0', 'a', 'b', 'c', 'm1']);
    expect(log.slice(1, 4).map((m) => Number((20 - m.received).toFixed(6)))).toEqual([0.003, 0.002, 0.001]);
  });

  it('stay in place when they are older than the arriving message', () => {
    const log = mergeMessages([unsent('a', 15)], [wire('m1', 20)]);
    expect(log.map((m) => m.received)).toEqual([15, 20]);
  });

  it('do not move for older history that is read in above them', () => {
    let log = mergeMessages(addOptimistic([held('m9', 90)], unsent('a', 95)), [
      wire('m8', 80),
      wire('m7', 70),
    ]);
    expect(ids(log)).toEqual(['m7', 'm8', 'm9', 'a']);
    log = mergeMessages(log, [wire('m1', 1)]);
    expect(log.at(-1)).toMatchObject({ _id: 'a', received: 95 });
  });

  it('never step before a confirmed message', () => {
    let log: readonly Message[] = [held('m0', 10)];
    for (const [i, ref] of ['d', 'c', 'b', 'a'].entries()) log = addOptimistic(log, unsent(ref, 12 + i));
    log = mergeMessages(log, [wire('m1', 10.001)]);
    expect(ids(log)).toEqual(['m0', 'd', 'c', 'b', 'a', 'm1']);
    expect(ids([...log].sort(byReceived))).toEqual(ids(log));
  });

  it('keep the order they were written in while the first of them is confirmed by a service whose clock is ahead (msg-4)', () => {
    let log: readonly Message[] = addOptimistic(
      addOptimistic([], unsent('first', 10)),
      unsent('second', 10.001),
    );
    log = mergeMessages(log, [own('m1', 13, 'first')]);
    expect(ids(log)).toEqual(['m1', 'second']);
    expect(ids([...log].sort(byReceived))).toEqual(['m1', 'second']);
    log = mergeMessages(log, [own('m2', 14, 'second')]);
    expect(ids(log)).toEqual(['m1', 'm2']);
  });

  it('are patched by key, and an unknown key changes nothing', () => {
    const log = [unsent('a', 1), unsent('b', 2)];
    expect(patchMessage(log, 'nobody', { status: 'failed' })).toBe(log);
    const next = patchMessage(log, 'b', { status: 'failed' });
    expect(next.map((m) => m.status)).toEqual(['sending', 'failed']);
    expect(next[0]).toBe(log[0]);
  });
});

/** Something that can happen to a log, in any order and any number of times. */
type Step = { of: number; as: 'answer' | 'echo' | 'refresh' };

describe('any interleaving', () => {
  // Messages 0..n-1, every second one the visitor's. The service's times ascend; the visitor's clock has any
  // offset.
  const story = fc
    .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: -50, max: 50 }), fc.boolean())
    .chain(([count, skew, keepsReference]) =>
      fc.record({
        count: fc.constant(count),
        skew: fc.constant(skew),
        keepsReference: fc.constant(keepsReference),
        steps: fc.array(
          fc.record<Step>({
            of: fc.nat(count - 1),
            as: fc.constantFrom('answer', 'echo', 'refresh'),
          }),
          { maxLength: 40 },
        ),
        tail: fc.shuffledSubarray(
          Array.from({ length: count }, (_, i) => i),
          { minLength: count },
        ),
      }),
    );
  const isOwn = (i: number) => i % 2 === 0;
  const received = (i: number) => 1000 + i * 0.001;

  it('gives one bubble a message, in the order of the service, with keys that never change', () => {
    fc.assert(
      fc.property(story, ({ count, skew, keepsReference, steps, tail }) => {
        const arriving = ({ of, as }: Step): WireMessage => {
          const plain = isOwn(of)
            ? own(`m${of}`, received(of), keepsReference ? `r${of}` : undefined)
            : wire(`m${of}`, received(of));
          return isOwn(of) && as === 'answer' ? { ...plain, referenceId: `r${of}` } : plain;
        };
        let log: readonly Message[] = [];
        const keys = new Map<string, string>();
        for (let i = 0; i < count; i++) {
          if (isOwn(i)) log = addOptimistic(log, unsent(`r${i}`, optimisticTime(log, 1000 + skew + i)));
        }
        // At the end every message is answered, whatever happened before.
        const all: Step[] = [...steps, ...tail.map((of) => ({ of, as: 'answer' as const }))];
        for (const step of all) {
          const before = log;
          log = mergeMessages(log, [arriving(step)]);
          expect(ids([...log].sort(byReceived))).toEqual(ids(log));
          expect(mergeMessages(log, [arriving(step)])).toBe(log);
          for (const m of log) {
            // An echo without its reference cannot be matched until the answer names its id.
            if (keepsReference) expect(keys.get(m._id) ?? m.key).toBe(m.key);
            keys.set(m._id, m.key);
          }
          // Confirmed messages never change their order.
          const confirmed = ids(before.filter((m) => !m.isOptimistic));
          expect(ids(log).filter((id) => confirmed.includes(id))).toEqual(confirmed);
        }
        expect(ids(log)).toEqual(Array.from({ length: count }, (_, i) => `m${i}`));
        expect(new Set(log.map((m) => m.key)).size).toBe(count);
        expect(log.every((m) => m.status === 'sent' && !m.isOptimistic)).toBe(true);
        if (keepsReference) {
          expect(log.map((m) => m.key)).toEqual(log.map((_, i) => (isOwn(i) ? `r${i}` : `m${i}`)));
        }
      }),
    );
  });

  it('gives the same log for every order and batching of the same messages', () => {
    const message = fc.record({ id: fc.nat(12), received: fc.integer({ min: 0, max: 6 }) });
    fc.assert(
      fc.property(
        fc
          .uniqueArray(message, { selector: (m) => m.id, maxLength: 12 })
          .chain((messages) =>
            fc.tuple(
              fc.constant(messages),
              fc.shuffledSubarray(messages, { minLength: messages.length }),
              fc.array(fc.integer({ min: 0, max: 12 })),
            ),
          ),
        ([messages, shuffled, cuts]) => {
          const wires = shuffled.map((m) => wire(`m${m.id}`, m.received));
          let log: readonly Message[] = [];
          for (const cut of [...cuts, wires.length]) log = mergeMessages(log, wires.slice(0, cut));
          const expected = [...messages].sort(
            (a, b) => a.received - b.received || (`m${a.id}` < `m${b.id}` ? -1 : 1),
          );
          expect(ids(log)).toEqual(expected.map((m) => `m${m.id}`));
        },
      ),
    );
  });

  it('never moves an unconfirmed message before older history', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 10 }),
        fc.array(fc.integer({ min: 0, max: 80 }), { maxLength: 6 }),
        fc.integer({ min: 1, max: 61 }),
        (history, written, arrives) => {
          const ms = (n: number) => 1_700_000_000 + n / 1000;
          let log = mergeMessages(
            [],
            history.filter((h) => h !== arrives).map((h) => wire(`h${h}`, ms(h))),
          );
          for (const [i, n] of written.entries()) {
            log = addOptimistic(log, unsent(`r${i}`, optimisticTime(log, ms(n))));
          }
          const order = texts(log);
          const newest = newestConfirmed(log);
          const next = mergeMessages(log, [wire('new', ms(arrives))]);
          // A new message leaves the order of the existing ones unchanged.
          expect(texts(next).filter((t) => t !== 'text of new')).toEqual(order);
          if (ms(arrives) > newest) expect(next.at(-1)?._id).toBe('new');
        },
      ),
    );
  });
});

it('a log that is read for the first time stays before what is unsent, in any parts and with any clock', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: -100_000, max: 100_000 }),
      (count, parts, waiting, offset) => {
        const clock = 1_700_000_000;
        const history = Array.from({ length: count }, (_, i) => wire(`h${i}`, clock + offset + i));
        let log: readonly Message[] = [];
        for (let i = 0; i < waiting; i++)
          log = addOptimistic(log, unsent(`r${i}`, optimisticTime(log, clock)));
        const wrote = ids(log);
        // The newest part first, and earlier ones after it; the last takes the rest.
        const left = [...history];
        for (const size of [...parts, count])
          if (left.length > 0) log = mergeMessages(log, left.splice(-size), true);
        expect(ids(log)).toEqual([...history.map((m) => m._id), ...wrote]);
        // What arrives from now on is news, below what was on screen.
        const last = log.at(-1)?.received ?? 0;
        expect(ids(mergeMessages(log, [wire('news', last + 1)], true)).at(-1)).toBe('news');
      },
    ),
  );
});

describe('different messages', () => {
  it.each(['ref', '', ' '])('that share the reference %j stay different', (referenceId) => {
    const all = ['a', 'b', 'c'].map((id, i) => own(id, i + 1, referenceId));
    const agents = ['d', 'e'].map((id, i) => wire(id, i + 9, { referenceId }));
    const merged = mergeMessages(mergeMessages([], all), agents);
    expect(merged.map((m) => m._id)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(new Set(merged.map((m) => m.key)).size).toBe(5);
    // Repeated messages change nothing.
    expect(mergeMessages(merged, [...all, ...agents])).toBe(merged);
  });

  it('never take each other’s key', () => {
    const merged = mergeMessages([], [own('a', 1, 'b'), wire('b', 2), own('c', 3, 'a'), own('d', 4, 'b')]);
    expect(merged.map((m) => m._id)).toEqual(['a', 'b', 'c', 'd']);
    expect(new Set(merged.map((m) => m.key)).size).toBe(4);
  });

  it('of an agent never match the visitor’s own', () => {
    const waiting = addOptimistic([], unsent('ref', 5));
    const merged = mergeMessages(waiting, [wire('m', 6, { referenceId: 'ref' }), wire('ref', 7)]);
    expect(merged.map((m) => [m.role, m.status])).toEqual([
      ['appUser', 'sending'],
      ['appMaker', 'sent'],
      ['appMaker', 'sent'],
    ]);
    // The service's version of the visitor's own message replaces the waiting one.
    expect(mergeMessages(merged, [own('mine', 8, 'ref')])).toHaveLength(3);
  });

  it('are folded into thousands with a few looks at each, not at all of them for each', () => {
    const many = (name: string, from: number) =>
      Array.from({ length: 2000 }, (_, i) => own(`${name}${i}`, from + i, `r${name}${i}`));
    let looks = 0;
    const watched = (message: Message) =>
      new Proxy(message, {
        get(target, field) {
          looks += 1;
          return Reflect.get(target, field);
        },
      });
    const log = mergeMessages(addOptimistic([], unsent('waits', 1e9)), many('a', 1)).map(watched);
    expect(mergeMessages(log, many('b', 5000))).toHaveLength(4001);
    mergeMessages(log, many('a', 1));
    expect(looks / 4000).toBeLessThan(20);
  });
});

describe('an answer that grows', () => {
  const version = (grown: number): WireMessage => wire('a', 5, { grown, text: 'x'.repeat(grown) });

  it('is its newest version, in whatever order they come (grow-5)', () => {
    for (const order of permutations([0, 1, 2, 3])) {
      const log = order.reduce<readonly Message[]>(
        (held, grown) => mergeMessages(held, [version(grown)]),
        [],
      );
      expect([order, texts(log)]).toEqual([order, ['xxx']]);
    }
  });

  it('keeps its bubble, and an older version changes nothing at all', () => {
    const log = mergeMessages(mergeMessages([], [version(1)]), [version(2)]);
    expect(log.map(({ key }) => key)).toEqual(['a']);
    expect(mergeMessages(log, [version(1)], true)).toBe(log);
  });
});
