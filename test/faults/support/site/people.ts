import type { Written } from './play';
import type { Who } from './schedule';

/** Somebody at the browser, from one logout to the next. */
export type Person = {
  name: string;
  login?: Who;
  ended?: 'left' | 'reset' | 'switched';
};

/** How long a change in one tab may take to reach the others, ms. */
const REACHES_MS = 100;

/** When another tab hears of a change, ms. */
const HEARD_MS = 2;

/** How long the desk may take to make a visitor, ms. */
const CREATED_MS = 500;

/** Who is at the browser, as the pages of the site say. */
export const createPeople = (now: () => number) => {
  let count = 0;
  const create = (login?: Who): Person => ({ name: `person ${++count}`, login });
  let person = create();
  let before: { person: Person; at: number; by: string } | undefined;
  const logins = new Map<string, { person: Person }>();
  const all = [person];
  const woken = new Map<string, number>();
  /** When something last began that makes a visitor. */
  let begun = Number.NEGATIVE_INFINITY;
  let isHurried = false;
  const replace = (by: string, how: NonNullable<Person['ended']>, login?: Who) => {
    person.ended = how;
    isHurried ||= now() - begun < CREATED_MS;
    before = { person, at: now(), by };
    person = create(login);
    all.push(person);
  };
  const isSame = (a: Person, b: Person) => a === b || (a.login !== undefined && a.login === b.login);
  return {
    all,
    now: () => person,
    /**
     * A page makes a login, whose token may not be there yet.
     * @returns what happens when the page gives the token. It counts no more if the visitor has left since, or the page
     * has made another login
     */
    asks(who: Who, by: string) {
      const mine = { person };
      begun = now();
      logins.set(by, mine);
      return () => {
        if (mine.person !== person || logins.get(by) !== mine || person.login === who) return;
        if (person.login) replace(by, 'switched', who);
        else person.login = who;
        mine.person = person;
      };
    },
    /** A page logs out. One that has not heard yet that another has done so says the same. */
    leaves(by: string, isReset = false) {
      if (before && before.by !== by && now() - before.at < HEARD_MS) return;
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
    woke: (tab: string) => void woken.set(tab, now()),
    /** Whether the last change has reached the tab. */
    isSettled: (tab: string) => now() - Math.max(before?.at ?? 0, woken.get(tab) ?? 0) > REACHES_MS,
    /** Whose a text is that is written now. */
    writes: (tab: string): Pick<Written, 'by' | 'or'> => ({
      by: person,
      or: before && before.by !== tab && now() - before.at <= REACHES_MS ? before.person : undefined,
    }),
    mayRead: ({ by, or }: Pick<Written, 'by' | 'or'>) => isSame(by, person) || (!!or && isSame(or, person)),
    isSame,
  };
};
