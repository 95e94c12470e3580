import Client, { type SchedulerClass } from 'faye/src/protocol/client';
import './fayePatches';

/** The limits of one round of connection attempts. */
export type Round = {
  /** Seconds from one attempt to the next. */
  retryInterval: number;
  maxAttempts: number;
  /** The current time in milliseconds. */
  now(): number;
  /** False once the round is given up; faye alone would try forever. */
  isOpen(): boolean;
  /** Called when a message got no answer. */
  onFailed(): void;
  /** Called when every attempt has failed. */
  onExhausted(): void;
};

/** Decides how often and how soon faye resends a message that got no answer. */
const schedulerFor = (round: Round): SchedulerClass =>
  class {
    private attempts = 0;
    private sentAt = 0;
    private readonly timeout: number;
    constructor(_message: unknown, options: { timeout: number }) {
      this.timeout = options.timeout;
    }
    getTimeout() {
      return this.timeout;
    }
    // Counted from the last attempt, so that a connection that broke after a long time is tried again soon.
    getInterval() {
      // The visitor's clock may have been set back since.
      const waited = Math.max(0, (round.now() - this.sentAt) / 1000);
      return Math.max(1, round.retryInterval - waited);
    }
    isDeliverable() {
      return round.isOpen() && this.attempts < round.maxAttempts;
    }
    send() {
      this.attempts++;
      this.sentAt = round.now();
    }
    succeed() {}
    fail() {
      round.onFailed();
    }
    abort() {
      if (round.isOpen()) round.onExhausted();
    }
  };

/**
 * Creates a faye client.
 * @param endpoint the address of the Bayeux endpoint
 */
export const createFayeClient = (endpoint: string, round: Round): Client => {
  const client = new Client(endpoint, { timeout: 60, scheduler: schedulerFor(round) });
  // JSONP inserts scripts, which a strict content security policy forbids. The cross-origin transport is not
  // needed, because XHR reaches other origins.
  client.disable('callback-polling');
  client.disable('cross-origin-long-polling');
  // `beforeunload` also fires for a download or a `mailto:` link, which do not leave the page:
  // https://github.com/faye/faye/issues/546
  client.disable('autodisconnect');
  return client;
};
