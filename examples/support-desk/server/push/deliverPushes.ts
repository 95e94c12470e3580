import type { DecideDeps } from '../domain/alerts/decidePushes';
import { createPushDecisions } from '../domain/alerts/decidePushes';
import type { PostPush } from '../domain/alerts/pushBrowsers';
import { noticeOf } from '../domain/alerts/pushWords';
import type { PlacedBrowser, Push } from '../model/pushEntities';
import { backoffMs } from '../process/backoff';
import { codeOf } from '../process/errorCode';
import type { Log } from '../process/log';

/** Longer than an attempt takes. After it, other processes take over the messages of a killed one. */
const CLAIM_MS = 30_000;
const MOST_TRIES = 6;
/** The longest that a push service can make the desk wait. */
const LONGEST_WAIT_MS = 3_600_000;

type DeliverDeps = DecideDeps & {
  post: PostPush;
  log: Pick<Log, 'warn'>;
  /** From 0 to 1. */
  random?: () => number;
};

/** The desk's push messages. */
export type Pushing = {
  /** Decides whom to alert, and starts to send what is due. Does not wait for slow push services. */
  round(signal?: AbortSignal): Promise<void>;
  /** Whether a browser gets push messages, as far as this process knows. */
  isUsed(): boolean;
  /** A browser gets them from now on. */
  begin(): void;
  /** Resolves once nothing is being sent. */
  idle(): Promise<void>;
  /** Starts nothing more. */
  end(): void;
};

/** Sends push messages to each browser in its turn, so that none waits for another. */
export const createPushing = (deps: DeliverDeps): Pushing => {
  const { store, now, post, log, presence, random = Math.random } = deps;
  const decide = createPushDecisions(deps);
  const running = new Map<string, Promise<void>>();
  // Until the first round, there may be some.
  let isUsed = true;
  let isEnded = false;

  /** When to try again; undefined for never. */
  const againAt = ({ tries, tryUntil }: Push, retryAfterMs = 0): number | undefined => {
    const at = now() + Math.max(Math.min(retryAfterMs, LONGEST_WAIT_MS), backoffMs(tries + 1, random()));
    return tries + 1 < MOST_TRIES && at < tryUntil ? at : undefined;
  };

  const send = async (browser: PlacedBrowser, push: Push, until: number): Promise<void> => {
    const isHere = (await presence.whoIsOnline()).has(browser.agentId);
    const ttlMs = push.tryUntil - now();
    const notice = isHere || ttlMs <= 0 ? undefined : await noticeOf(deps, push);
    if (!notice) return store.transaction((tx) => tx.settlePush(push, until));
    const { outcome, answer, retryAfterMs } = await post(browser, notice, { ttlMs, now: now() });
    if (outcome === 'refused') log.warn({ answer }, 'push message refused');
    const dueAt = outcome === 'failed' ? againAt(push, retryAfterMs) : undefined;
    await store.transaction(async (tx) => {
      if (outcome === 'ended') await tx.deletePushBrowser(browser.sessionId, browser.endpoint);
      await tx.settlePush(push, until, dueAt === undefined ? undefined : { tries: push.tries + 1, dueAt });
    });
  };

  const sendAll = async (browser: PlacedBrowser): Promise<void> => {
    while (!isEnded) {
      const until = now() + CLAIM_MS;
      const push = await store.transaction((tx) => tx.claimPush(browser.sessionId, now(), until));
      if (!push) return;
      await send(browser, push, until);
    }
  };

  const start = (browser: PlacedBrowser): void => {
    const { sessionId } = browser;
    if (isEnded || running.has(sessionId)) return;
    const all = sendAll(browser)
      .catch((error: unknown) => log.warn({ code: codeOf(error) }, 'push messages not sent'))
      .finally(() => running.delete(sessionId));
    running.set(sessionId, all);
  };

  return {
    round: async (signal) => {
      const browsers = await decide(signal);
      isUsed = browsers.length > 0;
      if (!isUsed || signal?.aborted) return;
      const due = new Set(await store.duePushes(now()));
      for (const browser of browsers) if (due.has(browser.sessionId)) start(browser);
    },
    isUsed: () => isUsed,
    begin: () => {
      isUsed = true;
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
    end: () => {
      isEnded = true;
    },
  };
};
