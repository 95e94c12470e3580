import fc from 'fast-check';
import { expect } from 'vitest';
import type { Store } from '../../../examples/support-desk/server/store/store';
import { ALERT_WISHES } from '../../../examples/support-desk/shared/lists';
import { type Office, openOffice, type Person, SPANS, WAIT_S } from './office';

const AGENTS = ['ada', 'ben', 'cleo', 'dan', 'eva', 'fay'];
const WAIT_MS = WAIT_S * 1000;
/** Mails go out in rounds of a minute. */
const LATE_MS = 120_000;

const DAY_MS = 86_400_000;
/** Since when the team has been closed, in ms; undefined while it is open. */
const closedSince = (now: number): number | undefined => {
  const midnight = now - (now % DAY_MS);
  const at = (time: string, day = 0) => midnight + day * DAY_MS + Date.parse(`1970-01-01T${time}Z`);
  if (SPANS.some(([from, to]) => at(from) <= now && now < at(to))) return undefined;
  const ends = SPANS.flatMap(([, to]) => [at(to), at(to, -1)]);
  return Math.max(...ends.filter((end) => end <= now));
};

/** What happens: by which agent, about which visitor, to which other agent. */
type Act = { what: string; agent: number; visitor: number; other: number; minutes: number };
const WHATS = [
  ...[
    'write',
    'write',
    'write',
    'write',
    'note',
    'reply',
    'reply',
    'assign',
    'take',
    'free',
    'queue',
    'bot',
    'close',
    'end',
  ],
  ...[
    'reopen',
    'snooze',
    'snooze',
    'wake',
    'block',
    'block',
    'block',
    'remove',
    'come',
    'come',
    'go',
    ...Array<string>(6).fill('pass'),
  ],
];
const act: fc.Arbitrary<Act> = fc.record({
  what: fc.constantFrom(...WHATS),
  agent: fc.nat(5),
  visitor: fc.nat(1),
  other: fc.nat(5),
  minutes: fc.integer({ min: 1, max: 25 }),
});
const person = (id: string): fc.Arbitrary<Person> =>
  fc.record({
    id: fc.constant(id),
    mail: fc.boolean(),
    wish: fc.constantFrom(...ALERT_WISHES),
    comes: fc.boolean(),
  });
export type Day = { people: Person[]; count: number; limit?: number | undefined; all: boolean; acts: Act[] };

/** A day: who is on the team, and what happens. */
export const day: fc.Arbitrary<Day> = fc.record({
  people: fc.tuple(...AGENTS.map(person)),
  count: fc.integer({ min: 1, max: 6 }),
  /** How many open conversations an agent may have to get more in turn, if visitors are assigned in turn. */
  limit: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined, freq: 2 }),
  /** Whether all are there at the beginning. */
  all: fc.boolean(),
  acts: fc.array(act, { minLength: 1, maxLength: 60 }),
});

/** What the day's model knows of a visitor. */
type Known = {
  name: string;
  userId: string;
  id: string;
  status: 'active' | 'idle';
  /** The id of an agent or of the program; undefined for nobody in particular. */
  holder: string | undefined;
  /** Since when they have waited, and since when the team must know it: times in ms. */
  waits: number | undefined;
  due: number | undefined;
  /** When they last wrote, if nobody has replied since. */
  said: number | undefined;
  blocked: boolean;
  /** Until when it sleeps, in ms; `Infinity` until the visitor writes, undefined while it is awake. */
  asleep: number | undefined;
  queued: boolean;
  /** Whether they have ever written. */
  asked: boolean;
  /** When the newest message was sent. */
  last: number | undefined;
  /** Its text, as the inbox's row shows it. */
  words: string | undefined;
  /** When an agent last answered, when it was last closed, and when and how often they were told that all are away. */
  answered: number;
  closed: number;
  away: number | undefined;
  aways: number;
  log: [what: string, by?: string][];
};

/**
 * Plays a day on a desk, and compares it with the model after each act. Rejects where they differ.
 * @param fault replaces acts of the desk
 * @param store an empty one; by default in memory
 */
export const play = async (
  { people, count, limit, all, acts }: Day,
  fault: (office: Office) => Partial<Office> = () => ({}),
  store?: Store,
): Promise<void> => {
  const team = people.slice(0, count);
  const right = await openOffice(team, limit, store);
  const office = { ...right, ...fault(right) };
  for (const { id, comes } of team) if (all || comes) await office.setHere(id, true);
  const left = () => team.filter(({ id }) => !removed.has(id));
  const removed = new Set<string>();
  const visitors: Known[] = [];
  for (const name of ['Vera', 'Will']) {
    const made = await office.newVisitor(name);
    visitors.push({
      ...made,
      name,
      status: 'active',
      holder: undefined,
      waits: undefined,
      due: undefined,
      said: undefined,
      blocked: false,
      asleep: undefined,
      queued: false,
      last: undefined,
      words: undefined,
      ...{ answered: 0, closed: 0, away: undefined, aways: 0 },
      asked: false,
      log: [],
    });
  }

  /** An agent opens what was closed. */
  const openAgain = (v: Known): void => {
    if (v.status === 'idle' && v.said !== undefined)
      Object.assign(v, { waits: v.said, due: v.blocked ? undefined : office.now() });
    v.status = 'active';
  };
  /** Mail goes to the visitor's agent if they are there and want it, otherwise to all who want it. */
  office.onMail((to, text) => {
    const v = visitors.find(({ name }) => text.startsWith(name));
    const able = left().filter(({ mail }) => mail);
    const own = able.filter(({ id }) => id === v?.holder && office.here.has(id));
    const told = (own.length > 0 ? own : able).map(({ id }) => `${id}@shop.example`);
    expect([v?.name, to.sort()]).toEqual([v?.name, told.sort()]);
    expect([v?.name, v?.status, v?.waits !== undefined, v?.blocked]).toEqual([
      v?.name,
      'active',
      true,
      false,
    ]);
  });
  /** Whatever an agent does with a conversation that sleeps wakes it; so do its time and the visitor. */
  const wake = (v: Known, by?: string, at = office.now()): void => {
    if (v.asleep === undefined) return;
    v.asleep = undefined;
    v.log.push(by ? ['woke', by] : ['woke']);
    v.due = v.waits === undefined || v.blocked ? undefined : at;
  };
  const route = (
    v: Known,
    holder: string | undefined,
    by: string,
    entry: [string, string?] | undefined,
  ): void => {
    wake(v, by);
    v.holder = holder;
    v.queued = false;
    if (v.status === 'idle') v.log.push(['reopened', by]);
    openAgain(v);
    if (entry) v.log.push(entry);
  };
  const close = (v: Known, what: string, by?: string): void => {
    if (v.status === 'active') {
      v.log.push(by ? [what, by] : [what]);
      v.closed = office.now();
    }
    // Its agent keeps it; a program does not.
    const holder = v.holder === 'bot_1' ? undefined : v.holder;
    Object.assign(v, {
      status: 'idle',
      holder,
      waits: undefined,
      due: undefined,
      queued: false,
      asleep: undefined,
    });
  };

  /** A visitor who writes while the team is away gets its message once, and once more after a close. */
  const tellAway = (v: Known): void => {
    const since = closedSince(office.now());
    if (since === undefined || v.blocked || v.holder === 'bot_1' || v.answered > since) return;
    if (v.away !== undefined && (v.away >= since || v.away >= v.closed)) return;
    v.away = office.now();
    v.aways += 1;
  };

  const turns = new Map<string, number>();
  let turn = 0;
  /** Who waits and is nobody's goes to the agent who is there, is alerted, has room, and had no turn the longest. */
  const giveTurn = (v: Known): void => {
    const waits = v.status === 'active' && v.waits !== undefined && v.asleep === undefined && !v.blocked;
    if (limit === undefined || v.holder !== undefined || !waits) return;
    const has = (id: string) =>
      visitors.filter(
        (one) =>
          one.holder === id && one.status === 'active' && one.last !== undefined && one.asleep === undefined,
      ).length;
    const [next] = left()
      .filter(({ id, wish }) => office.here.has(id) && wish !== 'none' && has(id) < limit)
      .map(({ id }) => id)
      .sort((a, b) => (turns.get(a) ?? 0) - (turns.get(b) ?? 0) || (a < b ? -1 : 1));
    if (!next) return;
    turns.set(next, ++turn);
    Object.assign(v, { holder: next, queued: false });
    v.log.push(['assigned']);
  };
  const giveTurns = (): void => {
    const waiting = visitors.filter(({ waits }) => waits !== undefined);
    for (const v of waiting.sort((a, b) => (a.waits ?? 0) - (b.waits ?? 0))) giveTurn(v);
  };

  /** Each act, and what the model expects of it. */
  const DO: Record<string, (v: Known, a: string, other: string, minutes: number) => Promise<void>> = {
    write: async (v) => {
      if (v.status === 'idle') v.log.push(['reopened']);
      await office.write(v.userId, v.id);
      v.status = 'active';
      wake(v);
      if (v.waits === undefined) v.due = v.blocked ? undefined : office.now();
      v.waits ??= office.now();
      v.said = v.last = office.now();
      v.asked = true;
      v.words = 'Hello?';
      giveTurn(v);
      tellAway(v);
      const alerted = await office.alerted(v.id);
      const able = left().filter(({ id, wish }) => office.here.has(id) && wish !== 'none');
      // Somebody who can be alerted is; nobody is disturbed for the visitor of a colleague who is.
      if (v.blocked || v.holder === 'bot_1') expect(alerted).toEqual([]);
      else if (able.some(({ id }) => id === v.holder))
        expect(alerted.sort()).toEqual(
          able
            .filter(({ id, wish }) => wish === 'all' || id === v.holder)
            .map(({ id }) => id)
            .sort(),
        );
      else expect(alerted.sort()).toEqual(able.map(({ id }) => id).sort());
    },
    note: (v, a) => office.note(a, v.id),
    reply: async (v, a) => {
      if (v.status === 'idle') v.log.push(['reopened', a]);
      await office.reply(a, v.id);
      // Who answers a visitor of nobody answers for them; a colleague's stays theirs.
      if (v.holder === undefined) {
        Object.assign(v, { holder: a, queued: false });
        v.log.push(['assigned', a]);
      }
      Object.assign(v, {
        status: 'active',
        waits: undefined,
        due: undefined,
        said: undefined,
        last: office.now(),
        answered: office.now(),
        words: 'Here',
      });
    },
    assign: async (v, a, other) => {
      await office.assign(a, v.id, other);
      route(v, other, a, v.holder === other && v.status === 'active' ? undefined : ['assigned', a]);
    },
    take: async (v, a) => {
      await office.assign(a, v.id, a);
      route(v, a, a, v.holder === a && v.status === 'active' ? undefined : ['assigned', a]);
    },
    free: async (v, a) => {
      await office.free(a, v.id);
      wake(v, a);
      Object.assign(v, { holder: undefined, queued: false });
    },
    queue: async (v, a) => {
      await office.queue(a, v.id);
      turns.set(a, ++turn);
      wake(v, a);
      if (v.status === 'idle') v.log.push(['reopened', a]);
      if (!v.queued) v.log.push(['queued', a]);
      const wasBot = v.holder === 'bot_1';
      openAgain(v);
      // What a program had is new for people.
      if (wasBot && v.asked && v.waits === undefined)
        Object.assign(v, { waits: v.last, due: v.blocked ? undefined : office.now() });
      Object.assign(v, { holder: undefined, queued: true });
    },
    bot: async (v, a) => {
      await office.giveToBot(a, v.id);
      route(v, 'bot_1', a, v.holder === 'bot_1' ? undefined : ['assigned', a]);
    },
    close: async (v, a) => {
      await office.close(a, v.id);
      close(v, 'closed', a);
    },
    end: async (v) => {
      await office.end(v.id);
      close(v, 'ended');
    },
    reopen: async (v, a) => {
      await office.reopen(a, v.id);
      wake(v, a);
      if (v.status === 'idle') v.log.push(['reopened', a]);
      openAgain(v);
    },
    block: async (v, a) => {
      v.blocked = !v.blocked;
      await office.block(a, v.userId, v.blocked);
      v.due = v.blocked || v.waits === undefined || v.asleep !== undefined ? undefined : office.now();
    },
    snooze: async (v, a, _, minutes) => {
      const until = minutes % 3 === 0 ? undefined : office.now() + minutes * 60_000;
      // A closed one, or one that a program has, cannot be snoozed.
      const isRefused = v.status === 'idle' || v.holder === 'bot_1';
      expect(await office.snooze(a, v.id, until)).toBe(!isRefused);
      if (isRefused) return;
      const asleep = until ?? Number.POSITIVE_INFINITY;
      if (v.asleep !== asleep) v.log.push(['snoozed', a]);
      Object.assign(v, { asleep, due: undefined, queued: false });
      expect(await office.alerted(v.id)).toEqual([]);
    },
    wake: async (v, a) => {
      await office.wake(a, v.id);
      wake(v, a);
    },
    come: async (_, a) => office.setHere(a, true),
    go: async (_, a) => office.setHere(a, false),
    remove: async (_, a) => {
      await office.setHere(a, false);
      await office.remove(a);
      removed.add(a);
      for (const v of visitors)
        if (v.holder === a) {
          Object.assign(v, { holder: undefined, queued: false });
          if (v.status === 'active') v.log.push(['unassigned']);
          wake(v);
          if (v.waits !== undefined && !v.blocked) v.due = office.now();
        }
    },
    pass: async (_v, _a, _o, minutes) => {
      await office.pass(minutes, () => {
        for (const v of visitors)
          if ((v.asleep ?? Number.POSITIVE_INFINITY) <= office.now()) wake(v, undefined, v.asleep);
        giveTurns();
      });
    },
  };

  const check = async (): Promise<void> => {
    for (const v of visitors) {
      const row = await office.row(v.id);
      const { status, assigneeId, waitingSince, snoozed } = row;
      expect([v.name, status, assigneeId, waitingSince !== undefined, snoozed !== undefined]).toEqual([
        v.name,
        v.status,
        v.holder,
        v.waits !== undefined,
        v.asleep !== undefined,
      ]);
      // The desk's own words are no answer, and no row shows them.
      expect([v.name, row.lastMessage?.text, await office.aways(v.id)]).toEqual([v.name, v.words, v.aways]);
      // One view has each: what sleeps, what is closed, or what is open.
      if (v.asked && !v.blocked)
        expect([v.name, await office.viewsOf(v.id)]).toEqual([
          v.name,
          [v.status === 'idle' ? 'closed' : v.asleep === undefined ? 'open' : 'snoozed'],
        ]);
      expect(v.holder === undefined || v.holder === 'bot_1' || !removed.has(v.holder)).toBe(true);
      const log = (await office.log(v.id)).filter(([what]) => what !== 'teamMailed');
      expect(log.map(([what, by]) => (by ? [what, by] : [what]))).toEqual(v.log);
      // A wait that is too long has been emailed to somebody who is still on the team.
      const able = left().filter(({ mail }) => mail);
      const { due } = v;
      if (due !== undefined && able.length > 0 && office.now() - due > WAIT_MS + LATE_MS) {
        const mails = office.sent.filter(({ at, text }) => at >= due && text.startsWith(v.name));
        expect([v.name, mails.length > 0]).toEqual([v.name, true]);
      }
    }
  };

  for (const { what, agent, visitor, other, minutes } of acts) {
    const able = left();
    const a = able[agent % Math.max(1, able.length)]?.id;
    const b = able[other % Math.max(1, able.length)]?.id;
    const v = visitors[visitor];
    const run = DO[what];
    if (!a || !b || !v || !run) continue;
    office.tick();
    await run(v, a, b, minutes);
    // The desk's round, soon after whatever happened.
    office.tick();
    await office.turns();
    giveTurns();
    await check();
  }
};
