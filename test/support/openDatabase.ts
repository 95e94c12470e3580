import { createClock } from '../../examples/support-desk/server/process/clock';
import { openDatabase as openOnClock } from '../../examples/support-desk/server/store/sql/openDatabase';
import type { DatabaseLocation } from '../../examples/support-desk/server/store/sql/openStore';

/** Opens a database on the real clock. */
export const openDatabase = (location: DatabaseLocation, announce?: Parameters<typeof openOnClock>[2]) =>
  openOnClock(location, createClock(), announce);
