// Read events (`delivery/receiving/markRead`). No jitter: each visitor begins at another time.

/** After a read event that failed because of the network, while its conversation is shown and read. */
export const READ_AGAIN_MS = 60_000;
