import { computed, effect, type ReadonlySignal } from '@preact/signals-react';
import type { Clock } from '../platform/clock';
import type { Store } from '../platform/storage';

/** How long after the last key what is typed is stored. */
const DEBOUNCE_MS = 300;

/** Of what is stored no more than this is shown: far more than can be sent. */
const MOST_CHARACTERS = 50_000;

export type Drafts = ReturnType<typeof createDrafts>;

/**
 * What is typed and not sent, kept over reloads by visitor and conversation. Stored under the consent for what works,
 * as its key begins with neither campaigns nor analytics (DESIGN.md 3.17).
 */
export const createDrafts = (deps: {
  store: Store;
  clock: Clock;
  integrationId: string;
  user: {
    appUserId: ReadonlySignal<string | undefined>;
    resetWidgetStatus: ReadonlySignal<string>;
    /** Whether the visitor of now is the same person as this one. */
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
    // What was sent must not come back.
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
     * Takes what stands in the composer, whenever that or the visitor's conversation has changed.
     * @param fresh the composer was drawn anew, so that what stood in it before is gone
     * @returns what is to stand there instead
     */
    follow(text: string, fresh?: boolean): string | undefined {
      const before = followed;
      const whose = user.appUserId.value ?? '';
      followed = { key: key.value, whose };
      if (before?.key === followed.key) {
        if (!fresh) {
          write(text);
          return undefined;
        }
        flush();
        return kept();
      }
      const same = !before?.whose || before.whose === whose;
      // Who was there has left: it is nobody else's, whoever comes.
      const gone = reset || !(same || user.goesOn(before.whose));
      reset = false;
      // What is typed before there is a conversation, or while the same person becomes another visitor, goes along.
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
