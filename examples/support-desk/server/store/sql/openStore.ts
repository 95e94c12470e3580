import type { Store } from '../store';
import type { Gate } from './gate';
import type { Nodes } from './nodeRows';
import type { OnReplica, Replica } from './replica';

export type ServerLocation = {
  url: string;
  /** A replica that agents read from. */
  readUrl?: string;
  /** How many connections serve agents' lists, searches and reports, and how many the rest. */
  agentPoolSize?: number;
  poolSize?: number;
  /** Is told how long each operation waited for a connection. */
  onPoolWait?: (pool: string, seconds: number) => void;
  onReplica?: OnReplica;
};

/** Where the data is: a folder for the embedded engine, or a PostgreSQL address. */
export type DatabaseLocation = { folder: string } | ServerLocation;

/** An open store with the engine's maintenance. */
export type OpenStore = Store & {
  /** On PGlite, does the work of autovacuum. PostgreSQL has its own. */
  maintain(): Promise<void>;
  /**
   * On PostgreSQL, builds the indexes that no migration makes, where they are missing. PGlite has them once it is open.
   * @param signal ends it; another process, or the next start, goes on
   * @param pauseMs how soon it is tried again while another process builds
   */
  buildIndexes(signal: AbortSignal, pauseMs?: number): Promise<void>;
  nodes: Nodes;
  /** Names this database: a copy of it on another server, or under another name, is another one. */
  identity: string;
  /** The pools of connections, by name. The embedded engine has none. */
  pools: Record<string, Gate>;
  /** The replica that agents read from, where there is one. */
  replica?: Pick<Replica, 'check'>;
  /**
   * On PGlite, copies the database's files to a new folder. Other operations wait meanwhile, so that the copy has all that
   * was committed before. On PostgreSQL, which gives others a snapshot itself, this is missing.
   */
  copyTo?(folder: string): Promise<void>;
  /** When an operation last succeeded, by `performance.now()`. */
  answeredAt(): number;
};
