import { describe, it } from 'vitest';
import { installPackages } from '../../../scripts/setup.mjs';
import { shareBrowser } from '../../support/browser';
import { startDesk } from '../../support/desk';
import { forThisFile } from '../../support/setUp';
import { ROWS } from './rows';
import { servePages } from './servePages';
import { visitRow } from './visit';

/** Which rows: `all`, a part of their names, or those of every run. */
const { PAGES = '' } = process.env;
const asked = ROWS.filter(({ name, everyRun }) =>
  PAGES === '' ? everyRun : PAGES === 'all' || name.includes(PAGES),
);

await installPackages('test/browser/pages');
const desk = await forThisFile(startDesk());
const server = await forThisFile(servePages(ROWS, desk.origin));
const { browser } = await forThisFile(shareBrowser());

describe('the messenger works on', () => {
  it.each(asked)('$name', async (row) => visitRow({ browser, desk, server }, row));
});
