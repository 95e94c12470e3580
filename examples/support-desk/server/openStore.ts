import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './errorCode';
import type { Metrics } from './metrics';
import { StartError } from './startError';
import { databaseProblem } from './store/sql/databaseProblem';
import { openDatabase } from './store/sql/openDatabase';
import type { OpenStore } from './store/sql/openStore';

type StoreOptions = {
  dataDir: string;
  databaseUrl?: string;
  poolSize?: number;
  agentPoolSize?: number;
  warn: (line: string) => void;
  say?: (line: string) => void;
};

/** Opens the desk's database. @throws StartError */
export const openStore = async (options: StoreOptions, metrics: Metrics | undefined): Promise<OpenStore> => {
  const { dataDir, databaseUrl, say, warn, poolSize, agentPoolSize } = options;
  if (!databaseUrl && !existsSync(join(dataDir, 'database')))
    say?.('Creating the database. This takes a few seconds, the first time only.');
  try {
    const server = databaseUrl && { url: databaseUrl, poolSize, agentPoolSize, onPoolWait: metrics?.waited };
    return await openDatabase(server || { folder: dataDir }, { say, warn });
  } catch (error) {
    if (databaseUrl) throw new StartError(databaseProblem(databaseUrl, error));
    const reason = codeOf(error) || (error instanceof Error ? error.name : 'unknown');
    throw new StartError(
      `The database in ${dataDir} cannot be opened (${reason}). Restore the folder, or set DATA_DIR to another.`,
    );
  }
};
