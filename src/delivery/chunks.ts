import { FILE_ELSEWHERE_MS } from '../model/retries/core';
import { arrive, type ImportFile } from '../platform/arrive';
import type { Clock } from '../platform/clock';
import { createLazy } from '../platform/lazy';

/** The lazy chunks of the delivery engine, each under its file's name; the fault model passes loaded chunks. */
export const lazyChunks = {
  /** Calls of the service. */
  http: () => import(/* first opening: 1 */ '../services/http'),
  /** Login and logout. */
  identity: () => import('./identity/identity'),
  /** Calls that the service refused. */
  refusals: () => import('./identity/refusals'),
  /** The queue of texts to send; loads with the conversation. */
  sendQueue: () => import(/* first opening: 3 */ './sending/sendQueue'),
  /** What the browser keeps of the log. */
  kept: () => import('./receiving/kept'),
  /** The history sync and scrollback. */
  history: () => import(/* first opening: 4 */ './receiving/history'),
  /** The realtime session. */
  realtimeChunk: () => import(/* first opening: 2 */ './receiving/realtimeChunk'),
  /** What another tab has done. */
  otherTabs: () => import('./otherTabs'),
  /** Several conversations, or a removed one. */
  several: () => import(/* first opening: 5 */ './several'),
  /** An agent's new message. */
  arrivals: () => import('./receiving/arrivals'),
};

export type Chunks = typeof lazyChunks;

/** Loads each chunk once, from another address if its request fails or hangs. After a failure, the next call loads it again. */
export const arriving = (chunks: Chunks, clock: Pick<Clock, 'after'>, elsewhere?: ImportFile): Chunks => {
  const once = ([name, load]: [string, () => Promise<unknown>]) => [
    name,
    createLazy(() => arrive(load, name, FILE_ELSEWHERE_MS, clock, elsewhere)),
  ];
  return Object.fromEntries(Object.entries(chunks).map(once));
};
