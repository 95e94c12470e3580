import type { Clock } from '@porch/messenger/platform/clock';
import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { AttentionBrowser } from '../../platform/attentionBrowser';
import type { SafeStorage } from '../../platform/storage';
import { createChoice } from '../parts/choice';

/** The ways to get an agent's attention, each with a switch that is stored in this browser. */
export type AttentionWay = 'sound' | 'title' | 'notifications';

export type NewMessage = {
  received: number;
  title: string;
  body: string;
  tag: string;
  conversation: string;
  open(): void;
};

export type Attention = {
  ways: Readonly<Record<AttentionWay, ReadonlySignal<boolean>>>;
  /** Why notifications cannot be enabled; `undefined` if they can. */
  obstacle: ReadonlySignal<'missing' | 'blocked' | undefined>;
  /** Whether a sound was due that no tab of this browser may play before the agent uses it. */
  muted: ReadonlySignal<boolean>;
  /** A sound was due, and no tab has played it. */
  unheard(): void;
  /** The agent uses this tab, which may let it play. */
  used(): void;
  set(way: AttentionWay, on: boolean): Promise<void>;
  /** A visitor's message arrived. @param read whether the agent has its conversation open */
  take(message: NewMessage, read: boolean): void;
};

const KEYS = {
  sound: 'porch.agentSound',
  title: 'porch.agentTitle',
  notifications: 'porch.agentNotifications',
} as const;
/** `received` of the newest message for which a tab of this browser has alerted the agent. */
const ATTENDED = 'porch.agentAttended';
/** The same for its sound: a tab that may not play leaves it to another. */
const SOUNDED = 'porch.agentSounded';

/** How long the other tabs leave messages to the tab that the agent looks at, in ms. */
export const FIRST_LOOK_MS = 300;
/** By then, a tab that may play has played. A hidden one may be a second late. In ms. */
export const HEARD_MS = 3_000;

export const createAttention = (
  local: SafeStorage,
  browser: AttentionBrowser,
  clock: Pick<Clock, 'after'>,
): Attention => {
  const choices = {
    sound: createChoice(local, KEYS.sound, true),
    title: createChoice(local, KEYS.title, true),
    notifications: createChoice(local, KEYS.notifications, false),
  };
  const permission = signal(browser.permission());
  local.onForeignChange(KEYS.notifications, () => {
    permission.value = browser.permission();
  });
  const ways = {
    sound: choices.sound.on,
    title: choices.title.on,
    notifications: computed(() => choices.notifications.on.value && permission.value === 'granted'),
  };
  const obstacle = computed(() => {
    if (permission.value === undefined) return 'missing';
    return permission.value === 'denied' ? 'blocked' : undefined;
  });

  const isMuted = signal(false);
  // Another tab has played.
  local.onForeignChange(SOUNDED, () => {
    isMuted.value = false;
  });
  const isDone = (mark: string, received: number): boolean => Number(local.fresh(mark)) >= received;
  /** Whether no tab of this browser has handled a message of this time or later; then this one does. */
  const isFirst = (mark: typeof ATTENDED | typeof SOUNDED, received: number): Promise<boolean> =>
    browser.alone(() => {
      if (isDone(mark, received)) return false;
      local.set(mark, `${received}`);
      return true;
    });
  const unheard = (): void => {
    isMuted.value = !browser.mayPlay();
  };
  const sound = async (received: number): Promise<void> => {
    if (!browser.mayPlay()) clock.after(HEARD_MS, () => isDone(SOUNDED, received) || unheard());
    else if (await isFirst(SOUNDED, received)) browser.play();
  };

  const attract = async (message: NewMessage): Promise<void> => {
    const { received, open, ...notice } = message;
    if (ways.sound.peek()) void sound(received);
    if (!(await isFirst(ATTENDED, received))) return;
    if (ways.notifications.peek() && !browser.watched()) browser.notify({ ...notice, onClick: open });
  };

  return {
    ways,
    obstacle,
    muted: computed(() => isMuted.value && ways.sound.value),
    unheard,
    used: () => {
      if (isMuted.peek()) unheard();
    },
    set: async (way, on) => {
      let now = on;
      if (way === 'notifications' && on && browser.permission() !== undefined) {
        permission.value = await browser.askPermission();
        now = permission.value === 'granted';
      }
      choices[way].set(now);
      // The agent hears it, and the browser sees a gesture.
      if (way === 'sound' && now) browser.play();
    },
    take: (message, read) => {
      if (!browser.watched()) clock.after(FIRST_LOOK_MS, () => void attract(message));
      else if (read) for (const mark of [ATTENDED, SOUNDED] as const) void isFirst(mark, message.received);
      else void attract(message);
    },
  };
};
