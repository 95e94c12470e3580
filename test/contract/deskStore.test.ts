import { createMemoryStore } from '../../examples/support-desk/server/store/memoryStore';
import { openDatabase } from '../../examples/support-desk/server/store/sql/openDatabase';
import { describeStore } from './storeSuite';

describeStore('plain memory', async () => createMemoryStore());
describeStore('PGlite', () => openDatabase({}));

// Runs too where a PostgreSQL server is at hand: TEST_DATABASE_URL=postgres://…
const url = process.env.TEST_DATABASE_URL;
if (url) describeStore('PostgreSQL', () => openDatabase({ url }));
