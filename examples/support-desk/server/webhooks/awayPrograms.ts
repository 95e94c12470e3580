import type { RoutingDeps } from '../domain/conversations/changeRouting';
import { handToPeople } from '../domain/integrations/handOver';
import type { PlacedDelivery, Trigger, Webhook } from '../model/integrationEntities';

/** A program that accepts nothing for this long keeps no visitor. */
const AWAY_MS = 180_000;
/** How often it must have failed. */
const AWAY_TRIES = 3;

/** Events in which a visitor wants something. */
const ASKS: readonly Trigger[] = ['conversation:message', 'conversation:postback'];
const [MESSAGE] = ASKS;

const hearsMessages = ({ triggers }: Webhook): boolean => triggers.some((trigger) => trigger === MESSAGE);

/** How often a webhook has failed since its last success, and since when, in ms. */
export type Failing = { failures: number; since: number };

/** An event that its program has not accepted. */
export type NotTaken = { delivery: PlacedDelivery; isRefused: boolean };

/** Creates the function that passes visitors to people if their program is away, or refuses what they wrote. */
export const createHandOver =
  (deps: RoutingDeps, failingOf: (webhook: Webhook) => Failing | undefined) =>
  async (webhook: Webhook, notTaken: readonly NotTaken[]): Promise<void> => {
    const before = deps.now() - AWAY_MS;
    const isAway = (one: Webhook): boolean => {
      const failing = failingOf(one);
      return failing !== undefined && failing.failures >= AWAY_TRIES && failing.since <= before;
    };
    const isOther = (one: Webhook): boolean =>
      one.integrationId === webhook.integrationId && one.id !== webhook.id && hearsMessages(one);
    if (!hearsMessages(webhook) || (!isAway(webhook) && notTaken.length === 0)) return;
    // A program has what any of its webhooks accepted.
    if (!(await deps.store.webhooks()).filter(isOther).every(isAway)) return;
    for (const { delivery, isRefused } of notTaken) {
      const { conversationId, type, createdAt, tries } = delivery;
      const isOver = isRefused || (createdAt <= before && tries + 1 >= AWAY_TRIES);
      if (!ASKS.includes(type) || !isOver) continue;
      const pressedAt = type === MESSAGE ? undefined : createdAt;
      await handToPeople(deps, conversationId, webhook.integrationId, pressedAt);
    }
    if (!isAway(webhook)) return;
    for (const id of await deps.store.conversationIdsAssignedTo(webhook.integrationId, before))
      await handToPeople(deps, id, webhook.integrationId);
  };
