import type { RoutingDeps } from '../domain/conversations/changeRouting';
import type { PlacedDelivery, Webhook } from '../model/integrationEntities';
import { withAddresses } from '../model/uploadAddress';
import { backoffMs } from '../process/backoff';
import { codeOf } from '../process/errorCode';
import type { Log } from '../process/log';
import { createHandOver, type Failing, type NotTaken } from './awayPrograms';
import type { Attempt, Post } from './postWebhook';

/** How many deliveries one webhook gets at once. */
const AT_ONCE = 4;
/** Longer than an attempt takes. After it, other processes take over the deliveries of a killed one. */
const CLAIM_MS = 30_000;

type DeliverDeps = RoutingDeps & {
  post: Post;
  log: Pick<Log, 'warn'>;
  /** The public address of uploads; without it, events have their paths. */
  publicUrl?: string;
  /** From 0 to 1. */
  random?: () => number;
};

/** The desk's deliveries to webhooks. */
export type Deliveries = {
  /** Starts to send what is due. Does not wait for slow receivers. */
  begin(): Promise<void>;
  /** Resolves once nothing is being sent. */
  idle(): Promise<void>;
  /** Starts nothing more. What is being sent then may be sent again, with the same id. */
  end(): void;
};

/** The result of a delivery that has waited too long. */
const LATE = { outcome: 'late', answer: 'too late' } as const;

type Outcome = (Attempt | typeof LATE)['outcome'];

/** A webhook that has failed since its last success, and the time of its next attempt, in ms. */
type Rest = Failing & { until: number };

/**
 * Sends what is due to webhooks. Each has its own turns, so none waits for another; each gets a conversation's events
 * one after the other. One that does not answer rests for a while.
 */
export const createDeliveries = (deps: DeliverDeps): Deliveries => {
  const { store, now, post, log, publicUrl = '', random = Math.random } = deps;
  const running = new Map<string, Promise<void>>();
  const resting = new Map<string, Rest>();
  let isEnded = false;

  const bodyOf = (webhook: Webhook, { event }: PlacedDelivery): string =>
    JSON.stringify({
      app: { id: deps.settings().messenger.appId },
      webhook: { id: webhook.id, version: 'v2' },
      events: [withAddresses(event, publicUrl)],
    });

  /** Makes the webhook rest longer after each failure. */
  const noteRest = (id: string, hasAnswered: boolean): void => {
    if (hasAnswered) return void resting.delete(id);
    const { failures: before, since } = resting.get(id) ?? { failures: 0, since: now() };
    const failures = before + 1;
    resting.set(id, { failures, since, until: now() + backoffMs(failures, random()) });
  };

  const handOver = createHandOver(deps, ({ id }) => resting.get(id));

  const attempt = (webhook: Webhook, delivery: PlacedDelivery): Promise<Attempt> | typeof LATE =>
    now() > delivery.tryUntil ? LATE : post(webhook, delivery.id, bodyOf(webhook, delivery), now());

  const send = async (webhook: Webhook, delivery: PlacedDelivery): Promise<Outcome> => {
    const { outcome, answer } = await attempt(webhook, delivery);
    const tries = delivery.tries + 1;
    const dueAt = now() + backoffMs(tries, random());
    const isTriedAgain = outcome === 'failed' && dueAt <= delivery.tryUntil;
    const state = outcome === 'taken' ? 'sent' : isTriedAgain ? 'waiting' : 'failed';
    const endedAt = state === 'waiting' ? null : now();
    await store.transaction((tx) =>
      tx.updateDelivery(delivery.id, { state, tries, dueAt, claimedUntil: 0, answer, endedAt }),
    );
    return outcome;
  };

  const claim = (webhook: Webhook): Promise<PlacedDelivery[]> =>
    store.transaction((tx) =>
      tx.claimDeliveries(webhook.id, { now: now(), until: now() + CLAIM_MS, limit: AT_ONCE }),
    );

  const isResting = ({ id }: Webhook): boolean => (resting.get(id)?.until ?? 0) > now();

  const sendAll = async (webhook: Webhook): Promise<void> => {
    const notTaken: NotTaken[] = [];
    while (!isEnded && !isResting(webhook)) {
      const due = await claim(webhook);
      if (due.length === 0) break;
      const outcomes = await Promise.all(due.map((delivery) => send(webhook, delivery)));
      const tried = outcomes.filter((outcome) => outcome !== 'late');
      if (tried.length > 0)
        noteRest(
          webhook.id,
          tried.some((outcome) => outcome !== 'failed'),
        );
      for (const [at, outcome] of outcomes.entries()) {
        const delivery = due[at];
        const isRefused = outcome === 'refused';
        if (delivery && (isRefused || outcome === 'failed')) notTaken.push({ delivery, isRefused });
      }
    }
    if (!isEnded) await handOver(webhook, notTaken);
  };

  const start = (webhook: Webhook): void => {
    if (isEnded || running.has(webhook.id)) return;
    const all = sendAll(webhook)
      .catch((error: unknown) => log.warn({ code: codeOf(error) }, 'webhooks not sent'))
      .finally(() => running.delete(webhook.id));
    running.set(webhook.id, all);
  };

  return {
    begin: async () => {
      for (const webhook of await store.webhooks()) start(webhook);
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
    end: () => {
      isEnded = true;
    },
  };
};
