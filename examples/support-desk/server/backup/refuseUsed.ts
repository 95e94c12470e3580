import { existsSync, readdirSync } from 'node:fs';
import type { Clock } from '../process/clock';
import { RESTORING } from '../process/dataFolder';
import { filledTable, type Session } from '../store/sql/rows';
import { Refused } from './refused';
import { openServer, type Place, uploadsOf } from './source';

/** Names in a data folder that do not count as a desk's data. */
const IGNORED = [RESTORING, 'lock.sock', 'lost+found'];

/** @throws Refused */
export const refuseFilled = async (session: Session): Promise<void> => {
  const filled = await filledTable(session);
  if (filled)
    throw new Refused(`The database is not empty: its table ${filled} has rows. Nothing was changed.`);
};

export const refuseUsed = (dataDir: string): void => {
  const found = existsSync(dataDir) && readdirSync(dataDir).find((name) => !IGNORED.includes(name));
  if (found) {
    throw new Refused(
      `The data folder ${dataDir} is not empty: it has ${found}. Set DATA_DIR to a new folder. Nothing was changed.`,
    );
  }
};

/** Refuses a database that is not empty before a migration could change it. */
export const refuseUsedServer = async (databaseUrl: string): Promise<void> => {
  const database = await openServer(databaseUrl);
  try {
    await database.read(refuseFilled);
  } finally {
    await database.close();
  }
};

/** A desk removes files that its database does not know, so it must not take over a bucket that others use. */
export const refuseUsedBucket = async (place: Place, clock: Clock): Promise<void> => {
  const uploads = await uploadsOf(place, clock);
  for await (const _ of uploads.storedBefore(Number.POSITIVE_INFINITY)) {
    throw new Refused(
      'UPLOADS_URL has files already. Set it to another bucket or folder. Nothing was changed.',
    );
  }
};
