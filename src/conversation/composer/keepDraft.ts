import { computed, type ReadonlySignal } from '@preact/signals-react';
import type { Clock } from '../../platform/clock';
import type { Store } from '../../platform/storage';
import { createTimer } from '../../platform/timer';

/** Debounce: the draft is stored this long after the last key. */
const DEBOUNCE_MS = 300;

/**
 * What an entry holds once this tab has `text` in it instead of `mine`. Lines that another tab has put there stay.
 */
const replaceOwn = (stored: string, mine: string, text: string) => {
  const lines = `\n${stored}\n`;
  const own = `\n${mine}\n`;
  if (mine && lines.includes(own))
    return lines.replace(own, () => (text ? `\n${text}\n` : '\n')).slice(1, -1);
  return stored && text ? `${stored}\n${text}` : stored || text;
};

/** Maximum length of a restored draft, in characters; far more than can be sent. */
const MOST_CHARACTERS = 50_000;

export type Drafts = ReturnType<typeof createDrafts>;

/**
 * Takes out of the box what an earlier page has left, which is a known person's.
 * @param theirs where it waits for their login; undefined if it goes
 * @returns what was typed on this page
 */
const takeOut = (store: Store, left: string, text: string, theirs: string | undefined) => {
  if (left && theirs) store.set(theirs, replaceOwn(store.get(theirs) ?? '', left, left));
  return text.startsWith(left) ? text.slice(left.length).trimStart() : text;
};

type DraftUser = {
  appUserId: ReadonlySignal<string | undefined>;
  linked: ReadonlySignal<boolean>;
  /** How many visitors have left. */
  exits: () => number;
  /** Whether the visitor has left in another tab, and this one has not followed. */
  isOver: () => boolean;
  /** Whether this browser has had a token login, and this tab has no token of it. */
  isAwaited: () => boolean;
  /** Whose an earlier page's draft is, where it is another person's than what is typed on this one. */
  leftBy: () => string | undefined;
};

/**
 * Keeps drafts over reloads, by visitor and conversation. They need the consent for functional storage,
 * because their key has neither the campaigns nor the analytics prefix.
 */
export const createDrafts = (deps: {
  store: Store;
  clock: Clock;
  integrationId: string;
  user: DraftUser;
  active: ReadonlySignal<{ _id: string } | undefined>;
}) => {
  const { store, user, active } = deps;
  const drafts = `${deps.integrationId}.draft.`;
  /** What was typed before there was a visitor, also on a page that is closed. */
  const unowned = `${drafts}.`;
  const early = `${deps.integrationId}.typed`;
  const own = () => `${drafts}${user.appUserId.value ?? ''}.`;
  const entry = () => own() + (active.value?._id ?? '');
  let followed: { key: string; whose: string; exits: number } | undefined;
  let waiting: { key: string; text: string } | undefined;
  /** What this tab has put into its entry or shows of it; another tab may have put something beside it. */
  let mine = '';
  /** What an earlier page has left in the box, as long as the page has no visitor; undefined once it is theirs again. */
  let earlier: string | undefined = '';
  const debounce = createTimer(deps.clock);
  const read = (from: string) => (store.get(from) ?? '').slice(0, MOST_CHARACTERS);

  const put = (to: string, text: string) => {
    const now = replaceOwn(read(to), mine, text);
    if (now) store.set(to, now);
    else store.remove(to);
    mine = text;
  };
  const flush = () => {
    debounce.stop();
    if (waiting && !user.isOver()) put(waiting.key, waiting.text.trim() && waiting.text);
    waiting = undefined;
  };
  const write = (text: string) => {
    debounce.stop();
    waiting = { key: entry(), text };
    // An empty composer means that the text was sent or deleted; store that at once.
    if (text) debounce.set(DEBOUNCE_MS, flush);
    else flush();
  };

  return {
    /** Changes with the visitor and the conversation. */
    key: computed(() => user.exits() + entry()),
    /**
     * Call when the composer's text, the visitor or the conversation has changed.
     * @param shown the composer's text
     * @returns the text to put into the composer; undefined to leave it
     */
    follow(shown: string): string | undefined {
      const before = followed;
      // At first, what was typed before the messenger was there, also on an earlier page (loader/keepTyped.ts).
      let text = (!before && read(early)) || shown;
      if (!before) store.remove(early);
      const whose = user.appUserId.value ?? '';
      const now = { key: entry(), whose, exits: user.exits() };
      // The previous visitor has left; their draft must not pass to another person.
      const gone = before && before.exits !== now.exits;
      const typed = before?.key === now.key && !gone;
      followed = now;
      if (typed) {
        write(text);
        return undefined;
      }
      // Text typed before the conversation exists, or while the same person gets a new visitor id, is kept.
      const leftBy = earlier !== undefined && !before?.whose && user.leftBy();
      if (leftBy) {
        const theirs = gone ? undefined : `${drafts}@${leftBy}.`;
        text = takeOut(store, earlier || read(unowned), text, theirs);
        store.remove(unowned);
        earlier = waiting = undefined;
      }
      const along =
        text && (leftBy || !gone) && (!before || before.key.endsWith('.') || before.whose !== whose);
      if (before && (along || gone)) {
        waiting = undefined;
        // What the next person has typed in another tab stays.
        put(before.key, '');
      }
      flush();
      const left = whose && read(unowned);
      if (left) {
        store.remove(unowned);
        store.set(now.key, replaceOwn(read(now.key), left, left));
      }
      // Remove the drafts of another person on an earlier page, but not those of this browser's visitor while an email's
      // link has brought one for this tab, and not those of a login whose token is missing.
      if (whose && !user.linked.value && !user.isAwaited())
        for (const other of store.keys(drafts)) if (!other.startsWith(own())) store.remove(other);
      const found = read(now.key);
      mine = found;
      // What was typed before this draft could be shown comes after it.
      const both = replaceOwn(found, text, text);
      if (!before && !whose) earlier = both.slice(0, both.length - shown.length);
      if (!along) return found;
      write(both);
      // It is nowhere else in the storage.
      flush();
      return both === shown ? undefined : both;
    },
    /** Call when another tab has changed an entry, or may have: what this tab shows stays in its own. */
    guard(changed: string | null | undefined = followed?.key) {
      if (!mine || !followed || changed !== followed.key) return;
      waiting ??= { key: followed.key, text: mine };
      // Not at once: the visitor may be about to leave in the other tab.
      debounce.set(DEBOUNCE_MS, flush);
    },
    flush,
    dispose: flush,
  };
};
