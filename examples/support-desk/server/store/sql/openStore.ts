import type { Store } from '../store';
import type { Gate } from './gate';
import type { Nodes } from './nodeRows';

export type ServerLocation = {
  url: string;
  /** How many connections serve agents' lists, searches and reports, and how many the rest. */
  agentPoolSize?: number;
  poolSize?: number;
  /** Is told how long each operation waited for a connection. */
  onPoolWait?: (pool: string, seconds: number) => void;
};

/** An open store with the engine's maintenance. */
export type OpenStore = Store & {
  /** On PGlite, does the work of autovacuum. PostgreSQL has its own. */
  maintain(): Promise<void>;
  nodes: Nodes;
  /** The pools of connections, by name. The embedded engine has none. */
  pools: Record<string, Gate>;
  /** When an operation last succeeded, by `performance.now()`. */
  answeredAt(): number;
};
