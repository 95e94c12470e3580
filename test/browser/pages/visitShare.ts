import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shareBrowser } from '../../support/browser';
import { startDesk } from '../../support/desk';
import { forThisFile } from '../../support/forThis';
import { CHOSEN } from './chosen';
import { ROWS } from './rows';
import { servePages } from './servePages';
import { visitRow } from './visit';

/** Three files, which three workers visit at once: one alone would be the last to end. */
const SHARES = 3;

/**
 * Declares the tests of every third page.
 * @param share 0 to 2
 */
export const visitShare = async (share: number): Promise<void> => {
  // Not here: the shares would install the packages at the same time.
  if (!existsSync(new URL('node_modules/.porch-installed', import.meta.url)))
    throw new Error('Run `npm test -- --only browser`, which installs the packages of the pages first.');
  const desk = await forThisFile(startDesk());
  const server = await forThisFile(servePages(ROWS, desk.origin));
  const { browser } = await forThisFile(shareBrowser());
  const rows = CHOSEN.filter((_, i) => i % SHARES === share);

  describe('the messenger works on', () => {
    // Few rows are left where PAGES names them.
    if (rows.length === 0) it('no page of this share', () => expect(CHOSEN.length).toBeLessThan(SHARES));
    it.each(rows.map((row) => [row.name, row] as const))('%s', async (_, row) =>
      visitRow({ browser, desk, server }, row),
    );
  });
};
