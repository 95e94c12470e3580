import type { AgentEvent } from '../../shared/answers/events';
import type { Json } from './entities';

/** Sends live events, in the order of the calls. */
export type Publisher = {
  /** To every tab of one visitor, as an event of the realtime protocol. */
  toVisitor(appUserId: string, event: Json): void;
  /** To every signed-in agent. */
  toAgents(event: AgentEvent): void;
  /** Ends the subscriptions made with any of these: a credential's hash or a signing key's tag. */
  endSubscriptions(tags: readonly string[]): void;
};

/** A call of a publisher, as data. */
export type Publication =
  | { to: 'visitor'; appUserId: string; event: Json }
  | { to: 'agents'; event: AgentEvent }
  | { to: 'subscriptions'; tags: readonly string[] };

/** A publisher whose calls become data. */
export const collectPublications = (take: (publication: Publication) => void): Publisher => ({
  toVisitor: (appUserId, event) => take({ to: 'visitor', appUserId, event }),
  toAgents: (event) => take({ to: 'agents', event }),
  endSubscriptions: (tags) => take({ to: 'subscriptions', tags }),
});

/** Makes the calls in the data. Calls unknown to this version are skipped. */
export const publish = (publisher: Publisher, publication: Publication): void => {
  if (publication.to === 'visitor') publisher.toVisitor(publication.appUserId, publication.event);
  else if (publication.to === 'agents') publisher.toAgents(publication.event);
  else if (publication.to === 'subscriptions') publisher.endSubscriptions(publication.tags);
};
