import type { AgentEvent } from '../../shared/agentApi';
import type { Store } from '../store/store';
import type { Json } from './entities';
import type { InTurn } from './inTurn';
import type { Settings } from './settings';

/** Where live events go. Called after the transaction is committed, in commit order for each conversation. */
export type Publisher = {
  /** To every tab of one visitor, in the shape of FACTS.md 2.8. */
  toVisitor(appUserId: string, event: Json): void;
  /** To every signed-in agent. */
  toAgents(event: AgentEvent): void;
  /** Ends the subscriptions made with any of these: a credential's hash, a key's tag. */
  endSubscriptions(tags: readonly string[]): void;
};

/** What the rules are given. `now` is in ms; `newId` and `newToken` never repeat. */
export type Deps = {
  store: Store;
  publisher: Publisher;
  settings: () => Settings;
  now: () => number;
  newId: () => string;
  newToken: () => string;
  inTurn: InTurn;
};
