import type { Written } from './play';
import type { Who } from './schedule';

/** Somebody at the browser, from one logout to the next. */
export type Person = {
  name: string;
  login?: Who;
  /** Whom a login in another tab may have made of them, where tabs do not see what others store. */
  perhaps: Set<Who>;
  ended?: 'left' | 'reset' | 'switched';
};

/** How long a change in one tab may take to show in the others, ms. */
const SHOWN_MS = 100;

/** When another tab hears of a change, ms. */
const HEARD_MS = 2;

/** How long the desk may take to make a visitor, ms. */
const CREATED_MS = 500;

/**
 * Who is at the browser, as the pages of the site say.
 * @param stores whether pages see what others store; without, each has its own login, and hears only of a leaving
 */
export const createPeople = (now: () => number, stores: () => boolean) => {
  const all: Person[] = [];
  const create = (login?: Who): Person => {
    const made = { name: `person ${all.length + 1}`, login, perhaps: new Set<Who>() };
    all.push(made);
    return made;
  };
  let person = create();
  let newest = person;
  /** The logins of tabs that share nothing. */
  const own = new Map<string, Person>();
  const here = (tab: string) => own.get(tab) ?? person;
  const left: { person: Person; at: number; by: string; isHeard: boolean }[] = [];
  /** When tabs could hear nothing. */
  const deaf = new Map<string, { from: number; to: number }[]>();
  const isDeaf = (tab: string, at: number) =>
    deaf.get(tab)?.some(({ from, to }) => at + HEARD_MS > from && at <= to);
  /** Who has left in another tab, and this one has not heard of it. @param misses whether it may never hear of some */
  const unheard = (tab: string, misses = true) => {
    const last = left.findLastIndex(
      ({ at, isHeard }) => isHeard && now() - at >= HEARD_MS && !(misses && isDeaf(tab, at)),
    );
    return left.flatMap((each, i) => (i > last && each.by !== tab ? each.person : []));
  };
  const logins = new Map<string, { person: Person }>();
  /** The pages whose first login has got its token. */
  const answered = new Set<string>();
  const woken = new Map<string, number>();
  /** When something last began that makes a visitor. */
  let begun = Number.NEGATIVE_INFINITY;
  let isHurried = false;
  const has = (tab: string, login?: Who) => {
    newest = create(login);
    own.set(tab, newest);
  };
  const replace = (by: string, how: NonNullable<Person['ended']>, login?: Who) => {
    isHurried ||= now() - begun < CREATED_MS;
    const isHeard = how !== 'switched' || stores();
    for (const each of [person, ...own.values()]) {
      each.ended = how;
      left.push({ person: each, at: now(), by, isHeard });
    }
    own.clear();
    person = create(isHeard ? login : undefined);
    newest = person;
    if (!isHeard) has(by, login);
  };
  const logIn = (by: string, who: Who) => {
    const me = here(by);
    // The tab may not have followed that login before consent was withdrawn.
    if (!stores() && me === person) me.perhaps.add(who);
    if (me.login) return replace(by, 'switched', who);
    if (stores()) {
      me.login = who;
      return;
    }
    has(by, who);
  };
  const isSame = (a: Person, b: Person) =>
    a === b || (b.login !== undefined && (a.login === b.login || a.perhaps.has(b.login)));
  return {
    all,
    now: () => newest,
    /**
     * A page makes a login, whose token may not be there yet.
     * @returns what happens when the page gives the token. It counts no more if the visitor has left since, or the page
     * has made another login. It tells whether the page had somebody of before, whom this login has replaced
     */
    asks(who: Who, by: string) {
      const mine = { person: here(by) };
      for (const each of stores() ? [] : unheard(by)) if (!each.login) each.perhaps.add(who);
      begun = now();
      logins.set(by, mine);
      return () => {
        const before = here(by);
        if (mine.person !== before || logins.get(by) !== mine) return false;
        const isFirst = !answered.has(by);
        answered.add(by);
        if (before.login === who) return false;
        logIn(by, who);
        mine.person = here(by);
        return isFirst && mine.person !== before;
      };
    },
    /** A page logs out. One that has not heard yet that another has done so does the same. */
    leaves(by: string, isReset = false) {
      if (unheard(by, false)[0]) return;
      replace(by, isReset ? 'reset' : 'left');
    },
    /** A window opens. */
    opens() {
      begun = now();
    },
    /** A page is closed, or falls asleep. */
    closes() {
      isHurried ||= now() - begun < CREATED_MS;
    },
    /** Whether somebody left, or a page was closed, while a visitor was perhaps being made. */
    isHurried: () => isHurried,
    /** Nothing tells the tab what others do. @param from since when */
    deafens: (tab: string, from = now()) =>
      void deaf.set(tab, [...(deaf.get(tab) ?? []), { from, to: Number.POSITIVE_INFINITY }]),
    /** The tab hears again. @param as its page's new name */
    hears(tab: string, as = tab) {
      const times = (deaf.get(tab) ?? []).map(({ from, to }) => ({ from, to: Math.min(to, now()) }));
      deaf.delete(tab);
      deaf.set(as, times);
    },
    woke: (tab: string) => void woken.set(tab, now()),
    /** Whether the last change has reached the tab. */
    isSettled: (tab: string) => now() - Math.max(left.at(-1)?.at ?? 0, woken.get(tab) ?? 0) > SHOWN_MS,
    /** Whose a text is that is written now. */
    writes: (tab: string): Pick<Written, 'by' | 'or'> => ({ by: here(tab), or: unheard(tab) }),
    /** Whether who is at the tab may read a text. */
    mayRead: ({ by, or, next }: Pick<Written, 'by' | 'or' | 'next'>, tab: string) =>
      [here(tab), ...unheard(tab)].some((reader) =>
        [by, ...or, next].some((each) => each && isSame(each, reader)),
      ),
    isSame,
  };
};
