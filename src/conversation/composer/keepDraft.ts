import { computed, effect, type ReadonlySignal } from '@preact/signals-react';
import type { Clock } from '../../platform/clock';
import type { Store } from '../../platform/storage';

/** Debounce: the draft is stored this long after the last key. */
const DEBOUNCE_MS = 300;

/** Maximum length of a restored draft, in characters; far more than can be sent. */
const MOST_CHARACTERS = 50_000;

export type Drafts = ReturnType<typeof createDrafts>;

/**
 * Keeps drafts over reloads, by visitor and conversation. They need the consent for functional storage,
 * because their key has neither the campaigns nor the analytics prefix.
 */
export const createDrafts = (deps: {
  store: Store;
  clock: Clock;
  integrationId: string;
  user: {
    appUserId: ReadonlySignal<string | undefined>;
    resetWidgetStatus: ReadonlySignal<string>;
    /** Whether the current visitor is the same person as this earlier one. */
    goesOn: (appUserId: string) => boolean;
  };
  active: ReadonlySignal<{ _id: string } | undefined>;
}) => {
  const { store, user, active } = deps;
  const key = computed(
    () => `${deps.integrationId}.draft.${user.appUserId.value ?? ''}.${active.value?._id ?? ''}`,
  );
  let followed: { key: string; whose: string } | undefined;
  let reset = false;
  let waiting: { key: string; text: string } | undefined;
  let cancel = () => {};

  const flush = () => {
    cancel();
    if (waiting?.text.trim()) store.set(waiting.key, waiting.text);
    else if (waiting) store.remove(waiting.key);
    waiting = undefined;
  };
  const write = (text: string) => {
    cancel();
    waiting = { key: key.value, text };
    // An empty composer means that the text was sent or deleted; store that at once.
    if (text) cancel = deps.clock.after(DEBOUNCE_MS, flush);
    else flush();
  };
  const kept = () => (store.get(key.value) ?? '').slice(0, MOST_CHARACTERS);
  const stop = effect(() => {
    if (!user.appUserId.value && user.resetWidgetStatus.value === 'pending') reset = true;
  });

  return {
    key: key as ReadonlySignal<string>,
    /**
     * Call when the composer's text, the visitor or the conversation has changed.
     * @param text the composer's text
     * @returns the text to put into the composer; undefined to leave it
     */
    follow(text: string): string | undefined {
      const before = followed;
      const whose = user.appUserId.value ?? '';
      followed = { key: key.value, whose };
      if (before?.key === followed.key) {
        write(text);
        return undefined;
      }
      const same = !before?.whose || before.whose === whose;
      // The previous visitor has left; their draft must not pass to another person.
      const gone = reset || !(same || user.goesOn(before.whose));
      reset = false;
      // Text typed before the conversation exists, or while the same person gets a new visitor id, is kept.
      const along = text && !gone && (!before || before.key.endsWith('.') || before.whose !== whose);
      if (before && (along || gone)) {
        waiting = undefined;
        store.remove(before.key);
      }
      flush();
      if (!along) return kept();
      write(text);
      return undefined;
    },
    flush,
    dispose() {
      stop();
      flush();
    },
  };
};
