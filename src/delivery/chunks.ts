import { FILE_ELSEWHERE_MS } from '../model/retries/core';
import type { Clock } from '../platform/clock';
import { createLazy } from '../platform/lazy';
import { createTimer } from '../platform/timer';

/** The lazy chunks of the delivery engine; the fault model passes chunks that are there at once. */
export const lazyChunks = {
  /** Login and logout. */
  identity: () => import('./identity/identity'),
  /** Calls that the service refused. */
  refusals: () => import('./identity/refusals'),
  /** The queue of texts to send; loads with the conversation. */
  sending: () => import('./sending/sendQueue'),
  /** The history sync and scrollback. */
  history: () => import('./receiving/history'),
  /** The realtime session. */
  realtime: () => import('./receiving/realtimeChunk'),
  /** What another tab has done. */
  otherTabs: () => import('./otherTabs'),
  /** Several conversations, or a removed one. */
  several: () => import('./several'),
  /** An agent's new message. */
  arrivals: () => import('./receiving/arrivals'),
};

export type Chunks = typeof lazyChunks;

/** The files whose names are not those of their rows. */
const FILES: Record<string, string> = { sending: 'sendQueue', realtime: 'realtimeChunk' };

/** The name of a chunk's file. */
export const fileOf = (name: string): string => FILES[name] ?? name;

/**
 * Loads each chunk once, and asks for one that does not arrive at other addresses, too: a request may hang for ever, and
 * a second import() of its address would join it. After a failure, the next call loads it again.
 * @param elsewhere imports a file by an address
 */
export const arriving = (
  chunks: Chunks,
  clock: Pick<Clock, 'after'>,
  elsewhere = (address: string): Promise<unknown> => import(/* @vite-ignore */ address),
): Chunks => {
  const once = ([name, load]: [string, () => Promise<unknown>]) => [
    name,
    createLazy(
      () =>
        new Promise((arrived, failed) => {
          const timer = createTimer(clock);
          let tries = 0;
          const take = (file: unknown) => {
            timer.stop();
            arrived(file);
          };
          const wait = () =>
            timer.set(FILE_ELSEWHERE_MS * ++tries, () => {
              elsewhere(`./${fileOf(name)}.js?${tries}`).then(take, () => {});
              wait();
            });
          wait();
          load().then(take, (cause) => {
            timer.stop();
            failed(cause);
          });
        }),
    ),
  ];
  return Object.fromEntries(Object.entries(chunks).map(once));
};
