import type { Reads } from './reads';
import type { Writes } from './writes';

/** The least disk space that a file takes, in bytes. */
export const BLOCK_BYTES = 4096;

export type Transaction = Reads & Writes;

/**
 * The caller that waits for an operation: a visitor; an agent or a program; the desk, for short operations, such as
 * authenticating and sending; or nobody, as in upkeep.
 */
export type Party = 'visitors' | 'agents' | 'desk' | 'upkeep';

/** The operations of a store, `transaction` as in `Store`. */
export type Operations = Reads & { transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> };

/**
 * The desk's storage. `transaction` runs `work` atomically: if `work` throws, its writes are undone and the error is
 * passed on. Inside `work`, use only the transaction passed to it.
 */
export type Store = Operations & {
  /**
   * The operations of other callers, over separate connections, so that visitors, who use the store itself, wait for
   * none of them. Missing if all operations use one engine.
   */
  for?(party: Exclude<Party, 'visitors'>): Operations;
  /** The name of this store's message log. Clients compare it to notice that the log has started over. */
  readonly logId: string;
  /** The secret that signs campaigns. It never leaves the desk. */
  readonly campaignKey: string;
  /** The secret for hashing the network addresses of uploads. It never leaves the desk. */
  readonly addressKey: string;
  /** The secret that signs email replies. It never leaves the desk. */
  readonly replyKey: string;
  /** The secret that signs the marks of agents' browsers. It never leaves the desk. */
  readonly deviceKey: string;
  /** The private key that signs push messages, of P-256 in base64url. It never leaves the desk. */
  readonly pushKey: string;
  /** The name under which browsers store the visitors of this desk, if its settings choose none. */
  readonly integrationId: string;
  /** The name of an earlier version, under which browsers may also have visitors of other desks. */
  readonly formerIntegrationId?: string;
  /** Resolves once the database has answered. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** The operations that this caller waits for. */
export const operationsFor = (store: Store, party: Party): Operations =>
  party === 'visitors' ? store : (store.for?.(party) ?? store);
