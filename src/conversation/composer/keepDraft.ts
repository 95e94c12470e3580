import { computed } from '@preact/signals-react';
import type { Clock } from '../../platform/clock';
import { createTimer } from '../../platform/timer';
import { OF_NEXT } from '../../slices/storedVisitor';
import { createDraftPlaces, type DraftDeps, isVisitor, replaceOwn } from './draftPlaces';

/** Debounce: the draft is stored this long after the last key. */
const DEBOUNCE_MS = 300;

export type Drafts = ReturnType<typeof createDrafts>;

/**
 * Keeps drafts over reloads, by visitor and conversation. They need the consent for functional storage,
 * because their key has neither the campaigns nor the analytics prefix.
 */
export const createDrafts = (deps: DraftDeps & { clock: Clock }) => {
  const { store, user } = deps;
  const places = createDraftPlaces(deps);
  const { next, read } = places;
  let followed: { key: string; whose: string; exits: number } | undefined;
  const entry = () => places.entry(places.whose(followed));
  let waiting: { key: string; text: string } | undefined;
  /** The part of its entry that this tab has put there or shows; another tab may have added another part. */
  let mine = '';
  /** The shown text that belongs to the next login, until somebody types. */
  let held = '';
  /**
   * The text that an earlier page has left in the box, while the page has no visitor; undefined once it is theirs
   * again.
   */
  let earlier = user.exits() ? undefined : '';
  const debounce = createTimer(deps.clock);

  const put = (to: string, text: string, before = mine) => {
    const now = replaceOwn(read(to), before, text);
    if (now) store.set(to, now);
    else store.remove(to);
    mine = text;
  };
  const flush = () => {
    debounce.stop();
    if (waiting && !user.isOver()) put(waiting.key, waiting.text.trim() && waiting.text);
    waiting = undefined;
  };
  /** The whole text of the box goes into one entry. */
  const claim = (key: string) => {
    if (!held) return;
    held = '';
    store.remove(next);
    store.set(key, mine);
  };
  const write = (text: string) => {
    debounce.stop();
    const key = entry();
    claim(key);
    waiting = { key, text };
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
      const whose = places.whose(before);
      if (!before) places.takeEarly(whose, shown);
      let text = shown;
      const own = places.own(whose);
      const now = { key: places.entry(whose), whose, exits: user.exits() };
      // The previous visitor has left; their draft must not pass to another person.
      const gone = before && before.exits !== now.exits;
      const typed = before?.key === now.key && !gone;
      followed = now;
      if (typed) {
        if (text !== (waiting?.text ?? mine)) write(text);
        return undefined;
      }
      const leftBy = earlier !== undefined && !isVisitor(before?.whose) && user.leftBy();
      if (leftBy) {
        if (text.startsWith(earlier as string)) text = text.slice(earlier?.length).trimStart();
        if (before) {
          claim(before.key);
          put(before.key, earlier as string);
        }
        earlier = waiting = undefined;
      }
      const isLeft = before?.whose.startsWith('@') && before.whose !== places.login();
      const isUntouched = before?.whose === OF_NEXT && held;
      // Text typed before the conversation exists, or while the same person gets a new visitor id, is kept.
      const along =
        text &&
        (leftBy || !(gone || isLeft || isUntouched)) &&
        (!before || before.key.endsWith('.') || before.whose !== whose);
      if (before && (along || gone)) {
        waiting = undefined;
        if (along) claim(before.key);
        const stored = mine;
        // What the next person has typed in another tab stays. Or a login has taken over the stored text, and the box
        // has a newer one.
        if (gone || !leftBy) for (const from of [before.key, own]) put(from, '', stored);
      }
      flush();
      if (isVisitor(whose)) places.settle(own, now.key);
      const found = read(now.key);
      held = read(next);
      mine = replaceOwn(found, held, held);
      if (earlier !== undefined) earlier = whose === OF_NEXT ? '' : found;
      // What was typed before this draft could be shown comes after it.
      const both = replaceOwn(mine, text, text);
      if (!along) return mine;
      write(both);
      // It is nowhere else in the storage.
      flush();
      return both === shown ? undefined : both;
    },
    /** Call when another tab has changed an entry, or may have: what this tab shows stays in its own. */
    guard(changed: string | null | undefined = followed?.key) {
      if (held || !mine || !followed || changed !== followed.key) return;
      waiting ??= { key: followed.key, text: mine };
      // Not at once: the visitor may be about to leave in the other tab.
      debounce.set(DEBOUNCE_MS, flush);
    },
    flush,
    dispose: flush,
  };
};
