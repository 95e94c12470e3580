import { clamp, obj } from '@porch/messenger/wire/decode';
import type { BayeuxMessage, SchedulerClass } from 'faye/src/faye_browser.js';
import { AGENT_LIST_CHANNEL } from '../../shared/channels';

const FIRST_RETRY_S = 1;
/** A short limit, because agents are few. They reconnect within 5 s of a restart of the desk. */
const LONGEST_RETRY_S = 3;

/** Retries with back-off and jitter, and stops when `isOpen` is false; faye alone would retry forever. */
export const schedulerFor = (isOpen: () => boolean, onFailed: () => void): SchedulerClass =>
  class {
    private failures = 0;
    constructor(
      _message: BayeuxMessage,
      private readonly options: { timeout: number },
    ) {}
    getTimeout(): number {
      return this.options.timeout;
    }
    getInterval(): number {
      const pause = Math.min(LONGEST_RETRY_S, FIRST_RETRY_S * 2 ** (this.failures - 1));
      return pause * (0.75 + Math.random() / 2);
    }
    isDeliverable(): boolean {
      return isOpen();
    }
    fail(): void {
      this.failures += 1;
      onFailed();
    }
    send(): void {}
    succeed(): void {}
    abort(): void {}
  };

/** The longest wait that a desk can ask for. */
const LONGEST_WAIT_MS = 300_000;

/**
 * How long the desk asks to wait after one handshake too many; faye itself would try again after 5 s.
 * @returns in ms; 0 for any other message
 */
export const handshakeWait = ({ channel, successful, advice }: BayeuxMessage): number =>
  channel === '/meta/handshake' && !successful ? (clamp(obj(advice).interval, 0, LONGEST_WAIT_MS) ?? 0) : 0;

/**
 * The wait after a refused subscription, in ms, unless the desk names one, as in `429:30:…`. While several versions of
 * the desk run, an older one refuses a channel that it does not know.
 */
const SUBSCRIBE_AGAIN_MS = 5_000;

/** The next wait after a refused ticket, in ms. @param waitS the wait that the desk asks for, if any */
export const ticketWait = (waitS = SUBSCRIBE_AGAIN_MS / 1000): number =>
  Math.min(1000 * waitS, LONGEST_WAIT_MS);

const LONGEST_TICKET_S = 30;

/**
 * The wait after successive refusals of fresh tickets, in ms. It grows, because the inboxes of an office share an
 * address, and are refused at the same moment.
 */
export const refusedWait = (refusals: number): number =>
  1000 * Math.min(FIRST_RETRY_S * 2 ** (refusals - 1), LONGEST_TICKET_S) * (1 + Math.random() / 2);

/** Counts successive refusals, across connections. */
export type Refusals = { next(): number; none(): void };

export const createRefusals = (): Refusals => {
  let refused = 0;
  return {
    next: () => ++refused,
    none: () => {
      refused = 0;
    },
  };
};

export const subscriptionWait = (error = ''): number =>
  Math.min(1000 * (Number(/^429:(\d+):/.exec(error)?.[1]) || SUBSCRIBE_AGAIN_MS / 1000), LONGEST_WAIT_MS);

/** Whether a message subscribes to the list. After faye has reconnected, it subscribes to several channels at once. */
export const isFirst = ({ channel, subscription = [] }: BayeuxMessage): boolean =>
  channel === '/meta/subscribe' && [subscription].flat().includes(AGENT_LIST_CHANNEL);
