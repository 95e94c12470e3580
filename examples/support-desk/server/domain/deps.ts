import type { JWTVerifyGetKey } from 'jose';
import type { DeskEvent } from '../model/deskEvents';
import type { Publisher } from '../model/publisher';
import type { InTurn } from '../process/inTurn';
import type { Reads } from '../store/reads';
import type { Party, Store, Transaction } from '../store/store';
import type { Figures } from './insights/figures';
import type { DeskSettings } from './settings/deskSettings';
import type { Presence } from './team/presence';

/** A transaction with its own publisher, whose events are sent once it commits, and never if it is undone. */
export type DeskTransaction = Transaction & {
  publisher: Publisher;
  /** Notifies the webhooks of integrations. They are notified even if the process ends right after the commit. */
  tellIntegrations(event: DeskEvent): void;
  /** Such an event will probably be sent: loads its listeners together with the next query. */
  mayTell(type: DeskEvent['type']): void;
  /** Runs this once the transaction has committed. */
  afterCommit(work: () => void): void;
};

export type DeskOperations = Reads & {
  transaction<T>(work: (tx: DeskTransaction) => Promise<T>): Promise<T>;
};

export type DeskStore = Omit<Store, 'transaction' | 'for'> &
  DeskOperations & { for(party: Party): DeskOperations };

/** The same parts, with the operations that this caller waits for. */
export const partsFor = <T extends { store: DeskStore }>(deps: T, party: Party): T => ({
  ...deps,
  store: { ...deps.store, ...deps.store.for(party), for: deps.store.for },
});

/**
 * The keys that an identity provider publishes at this address. The function rejects with `unavailable` if they cannot
 * be loaded.
 */
export type PublicKeys = (jwksUrl: string) => JWTVerifyGetKey;

/** The dependencies of the domain functions. `now` is in ms; `newId` and `newToken` never repeat. */
export type Deps = DeskSettings & {
  store: DeskStore;
  /** For events that are not stored, such as typing. */
  publisher: Publisher;
  now: () => number;
  newId: () => string;
  newToken: () => string;
  figures: Figures;
  inTurn: InTurn;
  presence: Pick<Presence, 'whoIsOnline'>;
  publicKeys: PublicKeys;
  /** Whether other processes may serve the same desk. */
  isShared: boolean;
};
