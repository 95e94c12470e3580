import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../examples/support-desk/server/store/memoryStore';
import { openDatabase } from '../../examples/support-desk/server/store/sql/openDatabase';
import { describeStore } from './storeSuite';

describeStore('plain memory', async () => createMemoryStore('log'));
describeStore('PGlite', () => openDatabase({}));

// Runs too where a PostgreSQL server is at hand: TEST_DATABASE_URL=postgres://…
const url = process.env.TEST_DATABASE_URL;
if (url) describeStore('PostgreSQL', () => openDatabase({ url }));

describe('the id of the log', () => {
  const idOf = async (folder: string): Promise<string> => {
    const store = await openDatabase({ folder });
    const { logId } = store;
    await store.close();
    return logId;
  };

  it('stays with its database and is another in a new one', async () => {
    const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'porch-log-')));
    const [one = '', two = ''] = folders;
    const first = await idOf(one);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf(one)).toBe(first);
    expect(await idOf(two)).not.toBe(first);
    for (const folder of folders) rmSync(folder, { recursive: true });
  });
});
