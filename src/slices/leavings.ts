import type { ReadonlySignal } from '@preact/signals-react';
import { OF_TAB, type Store } from '../platform/storage';

/** The entry that changes whenever a visitor leaves. */
const EXIT = 'exit';

/** How that entry ends where nothing unsent may stay. */
const RESET = '!';

/** How it ends where another person logs in. They may have written in other tabs already. */
const SWITCH = '>';

/** The tab's entry with the last leaving that this tab knows of, or with the time when the tab began. */
const SEEN = 'seen';

/** The tab's entry with a leaving that the browser's storage had no room for. */
const LEFT = 'left';

/** What all tabs of a browser share about visitors who leave. */
export type SharedLeavings = {
  /** The storage entry that changes whenever a visitor leaves. */
  exitKey: string;
  /** Another tab reports that the visitor has left. */
  hearExit(id: string): void;
  /**
   * The leaving that only this tab has stored, if any, and the last one that it knows of. Each starts with its time in
   * ms. Without a known leaving, the second is the time when the tab began.
   */
  knownExits(): readonly (string | null)[];
  /** Whether only this tab has stored a leaving, or data that may have outlived a leaving it could not notice. */
  hasOwn(): boolean;
  /** Whether the visitor has left in another tab, and this one has not followed. */
  isOver(): boolean;
  /** When the visitor last left in another tab, as far as this one has followed, in float seconds; NaN if never. */
  leftAt(): number;
  /** Whether they have left by a reset. */
  isReset(): boolean;
  /** Whether they have left because another person logs in. */
  isSwitch(): boolean;
};

type LeavingsDeps = {
  store: Store;
  session: Store;
  /** Prefix of this integration's entries. */
  prefix: string;
  createId: () => string;
  now: () => number;
  linked: ReadonlySignal<boolean>;
  /** Whose token login is stored. */
  login: () => string | undefined;
};

/** When it happened, ms; NaN if that is unknown. */
const timeOf = (exit: string | null) => Number.parseFloat(`${exit}`);

/** What is stored about visitors who leave, so that they leave in all tabs. */
export const createLeavings = ({ store, session, prefix, now, linked, ...deps }: LeavingsDeps) => {
  const key = prefix + EXIT;
  const ofTab = () => session.get(prefix + LEFT);
  const exit = () => store.get(key) ?? ofTab();
  /** Whose login it was, as long as nobody had left. */
  let login = deps.login();

  /**
   * This tab knows of the last leaving. If it happened while the tab was elsewhere, the tab's own entries are removed.
   * What a login has not sent stays, unless that login was reset.
   */
  const see = () => {
    const last = exit();
    const seen = session.get(prefix + SEEN);
    /** Otherwise it is the time when the tab began. */
    const isExit = seen?.includes('-');
    const reset = last?.endsWith(RESET) && `"login":${JSON.stringify(login)}`;
    const isKept = (name: string) => {
      const value = session.get(name) ?? '';
      return (
        name.includes('.outbox.') && !value.includes('"login":null') && !(reset && value.includes(reset))
      );
    };
    if (seen && seen !== last && (last || isExit))
      for (const name of session.keys(OF_TAB + prefix)) if (!isKept(name)) session.remove(name);
    if (last || !seen || isExit) session.set(prefix + SEEN, last ?? `${now()}`);
  };
  see();
  let lastExit = exit();
  /** The last leaving in another tab. */
  let followed = lastExit;
  let heard: string | null = null;
  const isOver = () => {
    const is = !linked.value && [exit(), heard].some((id) => id && id !== lastExit);
    if (!is) login = deps.login();
    return is;
  };
  const isBy = (mark: string) => isOver() && !!(heard ?? exit())?.endsWith(mark);
  const shared: SharedLeavings = {
    exitKey: key,
    hearExit(id) {
      // A tab that slept may receive leavings older than the stored one.
      if (!(timeOf(id) < timeOf(lastExit))) heard = id;
    },
    knownExits: () => [ofTab(), session.get(prefix + SEEN)],
    hasOwn: () => !!(ofTab() ?? session.keys(OF_TAB + prefix)[0]),
    isOver,
    leftAt: () => timeOf(followed) / 1000,
    isReset: () => isBy(RESET),
    isSwitch: () => isBy(SWITCH),
  };
  return {
    shared,
    /** Whose token login it is or was. */
    login: () => (isOver() ? login : deps.login()),
    /** The visitor leaves in this tab: reports it to the others. */
    leave(isReset: boolean, isSwitch: boolean) {
      const id = `${now()}-${deps.createId()}${isReset ? RESET : isSwitch ? SWITCH : ''}`;
      store.tell(key, id);
      store.set(key, id);
      if (store.get(key) === id) return;
      heard = id;
      // An older one would hide it.
      store.remove(key);
    },
    /** The visitor has left. @param isElsewhere whether in another tab */
    follow(isElsewhere: boolean) {
      // It has no time if everything stored is gone.
      if (heard && !store.get(key) && timeOf(heard)) session.set(prefix + LEFT, heard);
      lastExit = exit() ?? heard;
      heard = null;
      if (isElsewhere) followed = lastExit;
      see();
    },
  };
};
