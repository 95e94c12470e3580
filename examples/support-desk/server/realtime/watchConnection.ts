import type { Clock } from '../process/clock';

/** A connection without a client that has shaken hands is cut after this time. */
const HANDSHAKE_MS = 10_000;
/** Lets a proxy tell a hanging process from a quiet connection: a background page may not ask for events for a minute. */
const PING_MS = 5_000;
/** A connection is cut after this many unanswered pings, or after this many without a client. */
const MISSES = 8;

type Watched = {
  /** Whether a client that has shaken hands uses the connection. */
  isUsed(): boolean;
  /** Asks the other end for a sign of life. */
  ping(onAnswer: () => void): void;
  cut(): void;
};

/**
 * Cuts a connection that no client uses, or whose other end no longer answers.
 * @returns a function to call when the connection has closed
 */
export const watchConnection = (clock: Pick<Clock, 'after'>, watched: Watched): (() => void) => {
  let unanswered = 0;
  let unused = 0;
  const look = (): void => {
    unused = watched.isUsed() ? 0 : unused + 1;
    if (unanswered >= MISSES || unused >= MISSES) {
      watched.cut();
      return;
    }
    unanswered++;
    watched.ping(() => {
      unanswered = 0;
    });
    stop = clock.after(PING_MS, look);
  };
  let stop = clock.after(HANDSHAKE_MS, () => {
    if (watched.isUsed()) look();
    else watched.cut();
  });
  return () => stop();
};
