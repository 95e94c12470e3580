import type { Caller } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import type { Json } from '../../model/entities';
import { controllerOf, type Integration } from '../../model/integrationEntities';
import { rowOf } from '../conversations/activity';
import { freeConversation } from '../conversations/closing';
import { giveToIntegration, queueConversation } from '../conversations/routing';
import type { Deps } from '../deps';
import { PEOPLE } from './integrations';

const PEOPLE_NAMES: readonly string[] = Object.values(PEOPLE);

const named = (integrations: readonly Integration[], target: string): Integration | 'people' => {
  if (PEOPLE_NAMES.includes(target)) return 'people';
  const found = integrations.find(({ id, name }) => id === target || name === target);
  if (!found) throw new DeskError('not_found', 'The switchboard has no such integration');
  return found;
};

/** After an integration come people; after people, the first responder. */
const nextAfter = (
  integrations: readonly Integration[],
  controller: string | undefined,
): Integration | 'people' => {
  if (controller !== undefined) return 'people';
  const first = integrations.find(({ answersFirst }) => answersFirst);
  if (!first) throw new DeskError('not_found', 'The switchboard has nobody after people');
  return first;
};

/**
 * Passes a conversation to an integration, or to people, for whom it is then new and in the queue.
 * @param target an integration's id or name, a name of people, or `next`
 * @throws not_found
 */
export const passControl = async (
  deps: Deps,
  conversationId: string,
  { target, metadata }: { target: string; metadata?: Json },
  by: Caller,
): Promise<void> => {
  const { conversation } = await rowOf(deps.store, conversationId);
  const integrations = await deps.store.integrations();
  const controller = controllerOf(conversation);
  const to = target === 'next' ? nextAfter(integrations, controller) : named(integrations, target);
  if (to !== 'people') await giveToIntegration(deps, conversationId, to, by, metadata);
  // An open, assigned conversation keeps its agent, and a queued one is already known to be new.
  else if (
    controller !== undefined ||
    conversation.status === 'idle' ||
    (conversation.assignee === null && conversation.routingStatus === null)
  )
    await queueConversation(deps, conversationId, by, { metadata });
};

/** Passes a conversation to the first responder, or to nobody without one. @throws not_found */
export const releaseControl = async (deps: Deps, conversationId: string, by: Caller): Promise<void> => {
  await rowOf(deps.store, conversationId);
  const first = await deps.store.firstIntegration();
  if (first) await giveToIntegration(deps, conversationId, first, by);
  else await freeConversation(deps, conversationId, by);
};
