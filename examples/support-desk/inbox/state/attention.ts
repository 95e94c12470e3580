import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { SafeStorage } from './storage';

/** What the browser offers to draw an agent's attention. */
export type AttentionBrowser = {
  /** Whether the agent looks at this page. */
  watched(): boolean;
  /** Plays the sound of a new message. */
  play(): void;
  /** Whether notifications are allowed; `undefined` where the browser has none. */
  permission(): NotificationPermission | undefined;
  askPermission(): Promise<NotificationPermission>;
  notify(notice: { title: string; body: string; tag: string; onClick(): void }): void;
  /** Runs `work` while no other tab of the inbox runs it. */
  alone<T>(work: () => T): Promise<T>;
};

/** The ways to draw an agent's attention, each with a switch that is kept in this browser. */
export type AttentionWay = 'sound' | 'title' | 'notifications';

export type NewMessage = { received: number; title: string; body: string; tag: string; open(): void };

export type Attention = {
  ways: Readonly<Record<AttentionWay, ReadonlySignal<boolean>>>;
  /** Why notifications cannot be switched on; `undefined` when they can. */
  obstacle: ReadonlySignal<'missing' | 'blocked' | undefined>;
  set(way: AttentionWay, on: boolean): Promise<void>;
  /** A visitor's message came in. @param read whether the agent has its conversation open */
  take(message: NewMessage, read: boolean): void;
};

const KEYS = {
  sound: 'porch.agentSound',
  title: 'porch.agentTitle',
  notifications: 'porch.agentNotifications',
} as const;
/** `received` of the newest message for which a tab of this browser has drawn attention. */
const ATTENDED = 'porch.agentAttended';

export const createAttention = (local: SafeStorage, browser: AttentionBrowser): Attention => {
  const ways = {
    sound: signal(local.get(KEYS.sound) !== 'off'),
    title: signal(local.get(KEYS.title) !== 'off'),
    notifications: signal(local.get(KEYS.notifications) === 'on' && browser.permission() === 'granted'),
  };
  const obstacleNow = (): 'missing' | 'blocked' | undefined => {
    const permission = browser.permission();
    if (permission === undefined) return 'missing';
    return permission === 'denied' ? 'blocked' : undefined;
  };
  const obstacle = signal(obstacleNow());

  const attract = async (message: NewMessage): Promise<void> => {
    const { received, open, ...notice } = message;
    const first = await browser.alone(() => {
      if (Number(local.fresh(ATTENDED)) >= received) return false;
      local.set(ATTENDED, `${received}`);
      return true;
    });
    if (!first) return;
    if (ways.sound.peek()) browser.play();
    if (ways.notifications.peek() && !browser.watched()) browser.notify({ ...notice, onClick: open });
  };

  return {
    ways,
    obstacle,
    set: async (way, on) => {
      let now = on;
      if (way === 'notifications' && on && browser.permission() !== undefined) {
        now = (await browser.askPermission()) === 'granted';
        obstacle.value = obstacleNow();
      }
      ways[way].value = now;
      local.set(KEYS[way], now ? 'on' : 'off');
      // So that the agent knows it, and the browser has seen a gesture.
      if (way === 'sound' && now) browser.play();
    },
    take: (message, read) => {
      if (!read || !browser.watched()) void attract(message);
    },
  };
};
