import type { Clock } from '../process/clock';
import { putRows, readRows, tableNames } from '../store/sql/rows';
import { schemaOf } from './backup';
import { Refused } from './refused';
import { refuseFilled } from './refuseUsed';
import { openServer, openStopped } from './source';

const STOP_FIRST = 'The desk is running, and would go on writing to the old database. Stop it first.';

/**
 * Copies the embedded database of a stopped desk into an empty PostgreSQL database: all rows, or none. The data folder does not
 * change.
 * @returns the number of rows
 * @throws Refused
 */
export const moveToServer = async (dataDir: string, url: string, clock: Clock): Promise<number> => {
  const target = await openServer(url);
  try {
    const source = await openStopped(dataDir, clock, () => Promise.reject(new Refused(STOP_FIRST)));
    try {
      await target.read(refuseFilled);
      return await source.read(async (from) => {
        await target.migrateTo(await schemaOf(from));
        const rows = await target.write(async (to) => {
          let all = 0;
          for (const name of await tableNames(from, true))
            all += await putRows(to, name, readRows(from, name));
          return all;
        });
        await target.migrate();
        return rows;
      });
    } finally {
      await source.close();
    }
  } finally {
    await target.close();
  }
};
