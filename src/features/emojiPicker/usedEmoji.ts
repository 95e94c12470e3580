import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Store } from '../../platform/storage';

/** How many recent emoji are kept. */
const RECENT = 16;

export type EmojiChoice = ReturnType<typeof createEmojiChoice>;

/** The recently used emoji, newest first, and the skin tone; both are kept in this browser. */
export const createEmojiChoice = ({ store }: { store: Store }) => {
  // Stored values are not trusted: they are shown as text, and values too long for an emoji are dropped.
  const kept = (store.get('emoji.recent') ?? '').split(' ').filter((e) => e && e.length < 12);
  const recent = signal<readonly string[]>(kept.slice(0, RECENT));
  const tone = signal(Math.min(5, Math.max(0, Math.trunc(Number(store.get('emoji.tone'))) || 0)));
  return {
    recent: recent as ReadonlySignal<readonly string[]>,
    /** 0 for none, 1 to 5 from light to dark. */
    tone: tone as ReadonlySignal<number>,
    used(emoji: string) {
      recent.value = [emoji, ...recent.value.filter((e) => e !== emoji)].slice(0, RECENT);
      store.set('emoji.recent', recent.value.join(' '));
    },
    setTone(next: number) {
      tone.value = next;
      store.set('emoji.tone', String(next));
    },
  };
};
