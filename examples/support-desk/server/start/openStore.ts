import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../process/clock';
import { foreignFile } from '../process/dataFolder';
import { codeOf } from '../process/errorCode';
import type { Log } from '../process/log';
import type { Metrics } from '../process/metrics';
import { StartError } from '../process/startError';
import { databaseProblem } from '../store/sql/databaseProblem';
import { openDatabase } from '../store/sql/openDatabase';
import type { OpenStore } from '../store/sql/openStore';
import type { OnReplica } from '../store/sql/replica';
import { freeBytesIn } from '../uploads/unfinished';

type StoreOptions = {
  dataDir: string;
  databaseUrl?: string;
  /** A replica of that database, for agents' reads. */
  readUrl?: string;
  poolSize?: number;
  agentPoolSize?: number;
  warn: (line: string) => void;
  say?: (line: string) => void;
  log?: Pick<Log, 'warn'>;
};

/** With less, the embedded database may fail to open. */
const LEAST_BYTES = 67_108_864;

/**
 * Why the embedded database does not open, and what to do. A full disk does not damage it: nobody should restore a
 * backup then.
 */
export const embeddedProblem = async (
  dataDir: string,
  error: unknown,
  freeBytes = freeBytesIn,
): Promise<string> => {
  if ((await freeBytes(dataDir).catch(() => LEAST_BYTES)) < LEAST_BYTES)
    return `The disk of ${dataDir} is full, so the database in it cannot be opened. Free some space and start again. What is stored is still there.`;
  const foreign = foreignFile(join(dataDir, 'database'));
  if (foreign !== undefined)
    return `The database in ${dataDir} cannot be opened, because ${foreign} belongs to another user. Give the folder to the desk's user (chown -R) and start again. What is stored is still there.`;
  const reason = codeOf(error) || (error instanceof Error ? error.name : 'unknown');
  return `The database in ${dataDir} cannot be opened (${reason}). Restore the folder, or set DATA_DIR to another.`;
};

/** Opens the desk's database. @throws StartError */
export const openStore = async (
  options: StoreOptions,
  clock: Clock,
  metrics: Metrics | undefined,
): Promise<OpenStore> => {
  const { dataDir, databaseUrl, readUrl, say, warn, log, poolSize, agentPoolSize } = options;
  if (!databaseUrl && !existsSync(join(dataDir, 'database')))
    say?.('Creating the database. This takes a few seconds, the first time only.');
  try {
    const onReplica: OnReplica = (state, code) => {
      if (state === 'failing')
        log?.warn({ code }, 'the replica cannot be used, agents read from the primary');
    };
    const pools = { poolSize, agentPoolSize, onPoolWait: metrics?.waited };
    const server = databaseUrl && { url: databaseUrl, readUrl, ...pools, onReplica };
    return await openDatabase(server || { folder: dataDir }, clock, { say, warn });
  } catch (error) {
    throw new StartError(
      databaseUrl ? databaseProblem(databaseUrl, error) : await embeddedProblem(dataDir, error),
    );
  }
};
