/** The lazy chunks of the delivery engine; the fault model passes chunks that are there at once. */
export const lazyChunks = {
  /** Login and logout. */
  identity: () => import('./identity/identity'),
  /** The realtime session and the history sync. */
  realtime: () => import('./receiving/realtimeChunk'),
  /** Several conversations, or a removed one. */
  several: () => import('./several'),
  /** An agent's new message, or a page of scrollback. */
  arrivals: () => import('./receiving/arrivals'),
};

export type Chunks = typeof lazyChunks;
