import type { Store } from '../store';
import type { Gate } from './gate';
import type { Nodes } from './nodeRows';
import type { OnReplica, Replica } from './replica';

export type ServerLocation = {
  url: string;
  /** A replica for agents' reads. */
  readUrl?: string;
  /** How many connections serve agents' lists, searches and reports, and how many the rest. */
  agentPoolSize?: number;
  poolSize?: number;
  /** Called with each operation's wait for a connection. */
  onPoolWait?: (pool: string, seconds: number) => void;
  onReplica?: OnReplica;
};

/** Where the data is: a folder for the embedded engine, or a PostgreSQL address. */
export type DatabaseLocation = { folder: string } | ServerLocation;

/** An open store with the engine's maintenance. */
export type OpenStore = Store & {
  /** On PGlite, does the work of autovacuum, which PostgreSQL has. */
  maintain(): Promise<void>;
  /**
   * On PostgreSQL, builds the missing indexes that no migration creates. PGlite has them once it is open.
   * @param signal stops it; another process, or the next start, continues
   * @param pauseMs how soon to try again while another process builds
   */
  buildIndexes(signal: AbortSignal, pauseMs?: number): Promise<void>;
  nodes: Nodes;
  /** Identifies this database: a copy of it on another server, or under another name, is another one. */
  identity: string;
  /** The pools of connections, by name. The embedded engine has none. */
  pools: Record<string, Gate>;
  /** The replica for agents' reads, if there is one. */
  replica?: Pick<Replica, 'check'>;
  /**
   * On PGlite, copies the database's files to a new folder. Other operations wait, so that the copy has everything
   * committed before. Missing on PostgreSQL, which gives others a snapshot itself.
   */
  copyTo?(folder: string): Promise<void>;
  /** When an operation last succeeded, by the clock's `elapsed`. */
  answeredAt(): number;
};
