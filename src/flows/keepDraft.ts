import { computed, effect, type ReadonlySignal } from '@preact/signals-react';
import type { Clock } from '../platform/clock';
import type { Store } from '../platform/storage';

/** How long after the last key what is typed is stored. */
const DEBOUNCE_MS = 300;

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
  };
  active: ReadonlySignal<{ _id: string } | undefined>;
  /** Somebody else is about to come, or nobody. */
  leaving: ReadonlySignal<boolean>;
}) => {
  const { store, user, active } = deps;
  const key = computed(
    () => `${deps.integrationId}.draft.${user.appUserId.value ?? ''}.${active.value?._id ?? ''}`,
  );
  let followed: { key: string; whose: string } | undefined;
  let left = false;
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
  const stop = effect(() => {
    const pending = user.resetWidgetStatus.value === 'pending';
    if (!user.appUserId.value && (deps.leaving.value || pending)) left = true;
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
        return store.get(key.value) ?? '';
      }
      const same = before?.whose === whose;
      const gone = left;
      left = false;
      // What is typed before there is a conversation, or while a lost session is made anew, goes along.
      const along = text && !gone && (!before || before.key.endsWith('.') || (!same && !whose));
      if (before && along) store.remove(before.key);
      if (gone && before) {
        waiting = undefined;
        store.remove(before.key);
      }
      flush();
      if (!along) return store.get(key.value) ?? '';
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
