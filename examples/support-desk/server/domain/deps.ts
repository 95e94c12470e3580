import type { JWTVerifyGetKey } from 'jose';
import type { AgentEvent } from '../../shared/agentApi';
import type { Store } from '../store/store';
import type { DeskSettings } from './deskSettings';
import type { Json } from './entities';
import type { InTurn } from './inTurn';

/** Sends live events. Called after the transaction commits, in commit order for each conversation. */
export type Publisher = {
  /** To every tab of one visitor, as an event of the realtime protocol. */
  toVisitor(appUserId: string, event: Json): void;
  /** To every signed-in agent. */
  toAgents(event: AgentEvent): void;
  /** Ends the subscriptions made with any of these: a credential's hash or a signing key's tag. */
  endSubscriptions(tags: readonly string[]): void;
};

/**
 * The keys that an identity provider publishes at this address.
 * The function rejects with `unavailable` when they cannot be loaded.
 */
export type PublicKeys = (jwksUrl: string) => JWTVerifyGetKey;

/** The dependencies of the domain functions. `now` is in ms; `newId` and `newToken` never repeat. */
export type Deps = DeskSettings & {
  store: Store;
  publisher: Publisher;
  now: () => number;
  newId: () => string;
  newToken: () => string;
  inTurn: InTurn;
  publicKeys: PublicKeys;
};
