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
