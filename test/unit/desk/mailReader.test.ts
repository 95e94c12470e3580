import { describe, expect, it } from 'vitest';
import type { Mailbox, OpenMailbox } from '../../../examples/support-desk/server/mail/mailbox';
import { createMailReader, type ReaderDeps } from '../../../examples/support-desk/server/mail/mailReader';
import type { Outcome, StoredMail } from '../../../examples/support-desk/server/mail/storedMail';

/** A mailbox in memory with what the reader notes in it. */
const createBox = () => {
  const waiting = new Map<number, string>();
  const marks: string[] = [];
  let isOpen = false;
  let onNews = (): void => undefined;
  const box: Mailbox = {
    validity: '1',
    withId: async () => [],
    waiting: async () => [...waiting.keys()],
    mail: async (uid) => {
      const text = waiting.get(uid);
      if (text === undefined) return undefined;
      if (text === 'breaks') {
        isOpen = false;
        throw new Error('too many tokens');
      }
      return {
        uid,
        validity: '1',
        size: 1,
        header: Buffer.from(text),
        textSize: async () => 0,
        whole: async () => Buffer.from(''),
      };
    },
    mark: async (uid, mark) => {
      waiting.delete(uid);
      marks.push(`${uid} ${mark}`);
    },
    isOpen: () => isOpen,
    close: async () => {
      isOpen = false;
    },
  };
  const state = { opened: 0, refuse: false };
  const open: OpenMailbox = async (news) => {
    state.opened++;
    if (state.refuse) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    onNews = news;
    isOpen = true;
    return box;
  };
  return {
    open,
    marks,
    state,
    isOpen: () => isOpen,
    /** Puts a mail in, and reports it unless told not to. */
    put: (uid: number, text = 'taken', says = true) => {
      waiting.set(uid, text);
      if (says) onNews();
    },
    lose: () => {
      isOpen = false;
    },
  };
};

const start = (more: Partial<ReaderDeps> = {}) => {
  const box = createBox();
  const logged: string[] = [];
  const given: string[] = [];
  const state = { canStore: true };
  let time = 0;
  const log = (_fields: unknown, text?: string): void => void logged.push(text ?? String(_fields));
  const reader = createMailReader({
    open: box.open,
    take: async ({ header }: StoredMail) => {
      const text = header.toString();
      if (text === 'fails') throw new Error('no database');
      return text as Outcome;
    },
    giveUp: async ({ uid, header }) => void given.push(`${uid} ${header.toString()}`),
    canStore: async () => state.canStore,
    isFirst: async () => true,
    now: () => time,
    log: { info: log, warn: log } as unknown as ReaderDeps['log'],
    random: () => 0,
    ...more,
  });
  const pass = async (ms: number): Promise<void> => {
    time += ms;
    await reader.round();
  };
  return { box, reader, logged, given, state, pass };
};

describe('the reader of the mailbox', () => {
  it('marks each mail by what came of it, oldest first', async () => {
    const outcomes: Outcome[] = [];
    const { box, pass } = start({ onOutcome: (outcome) => void outcomes.push(outcome) });
    for (const [at, text] of ['taken', 'stranger', 'unreadable', 'loop'].entries()) box.put(at + 1, text);
    await pass(0);
    expect(box.marks).toEqual(['1 taken', '2 refused', '3 unreadable', '4 refused']);
    expect(outcomes).toEqual(['taken', 'stranger', 'unreadable', 'loop']);
  });

  it('looks when the server says that something has come in, and every five minutes', async () => {
    const { box, pass } = start();
    await pass(0);
    box.put(1, 'taken', false);
    await pass(299_999);
    expect(box.marks).toEqual([]);
    await pass(1);
    expect(box.marks).toEqual(['1 taken']);
    box.put(2);
    await pass(1);
    expect(box.marks).toEqual(['1 taken', '2 taken']);
    expect(box.state.opened).toBe(1);
  });

  it('leaves the mailbox to another process, and comes back when that is gone', async () => {
    let isFirst = true;
    const { box, reader, pass } = start({ isFirst: async () => isFirst });
    await pass(0);
    expect(reader.isConnected()).toBe(true);
    isFirst = false;
    await pass(1);
    expect([reader.isConnected(), box.isOpen()]).toEqual([false, false]);
    box.put(1);
    await pass(1);
    expect(box.marks).toEqual([]);
    isFirst = true;
    await pass(1);
    expect(box.marks).toEqual(['1 taken']);
  });

  it('opens a broken connection again, and waits twice as long after each failure, up to five minutes', async () => {
    const { box, pass } = start();
    await pass(0);
    box.lose();
    box.state.refuse = true;
    await pass(1);
    expect(box.state.opened).toBe(2);
    for (const wait of [1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000]) {
      const { opened } = box.state;
      await pass(wait - 1);
      expect(box.state.opened).toBe(opened);
      await pass(1);
      expect(box.state.opened).toBe(opened + 1);
    }
    box.state.refuse = false;
    await pass(300_000);
    box.lose();
    box.state.refuse = true;
    await pass(1);
    const { opened } = box.state;
    await pass(1000);
    expect(box.state.opened).toBe(opened + 1);
  });

  it('takes the others while a mail cannot be stored, and leaves that alone after forty tries', async () => {
    const { box, logged, given, pass } = start();
    box.put(1, 'fails');
    box.put(2);
    await pass(0);
    await pass(1);
    expect(box.marks).toEqual(['2 taken']);
    let passed = 0;
    while (box.marks.length < 2) {
      await pass(60_000);
      passed += 60_000;
    }
    expect([box.marks[1], given]).toEqual(['1 unreadable', ['1 fails']]);
    expect(logged.filter((text) => text === 'mail not taken')).toHaveLength(40);
    expect(passed).toBeGreaterThan(3_600_000);
  });

  it('gives up no mail because the database is away', async () => {
    const { box, given, state, pass } = start();
    state.canStore = false;
    box.put(1, 'fails');
    for (let n = 0; n < 100; n++) await pass(300_000);
    expect([box.marks, given]).toEqual([[], []]);
    state.canStore = true;
    for (let n = 0; n < 39; n++) await pass(300_000);
    expect(box.marks).toEqual([]);
    for (let n = 0; n < 2; n++) await pass(300_000);
    expect([box.marks, given]).toEqual([['1 unreadable'], ['1 fails']]);
  });

  it('takes the others although a mail breaks the connection each time, and leaves that alone in the end', async () => {
    const { box, pass } = start();
    box.put(1, 'breaks');
    box.put(2);
    await pass(0);
    expect(box.marks).toEqual([]);
    await pass(1000);
    await pass(0);
    expect(box.marks).toEqual(['2 taken']);
    for (let n = 0; box.marks.length < 2 && n < 200; n++) await pass(300_000);
    expect(box.marks[1]).toBe('1 unreadable');
  });

  it('begins no mail once it is given up', async () => {
    const ended = new AbortController();
    const box = createBox();
    const reader = createMailReader({
      open: box.open,
      take: async () => {
        ended.abort();
        return 'taken';
      },
      giveUp: async () => undefined,
      canStore: async () => true,
      isFirst: async () => true,
      now: () => 0,
      log: { info: () => undefined, warn: () => undefined } as unknown as ReaderDeps['log'],
    });
    box.put(1);
    box.put(2);
    await reader.round(ended.signal);
    expect(box.marks).toEqual(['1 taken']);
    expect(box.isOpen()).toBe(false);
  });
});
