import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { installPackages } from '../../../scripts/setup.mjs';
import { shareBrowser } from '../../support/browser';
import { startDesk } from '../../support/desk';
import { forThisFile } from '../../support/setUp';
import { CHOSEN } from './chosen';
import { ROWS } from './rows';
import { servePages } from './servePages';
import { visitRow } from './visit';

await installPackages('test/browser/pages');
const desk = await forThisFile(startDesk());
const server = await forThisFile(servePages(ROWS, desk.origin));
const { browser } = await forThisFile(shareBrowser());

describe('the messenger works on', () => {
  it.each(CHOSEN.map((row) => [row.name, row] as const))('%s', async (_, row) =>
    visitRow({ browser, desk, server }, row),
  );
});

it('the packages have each file that a page loads', () => {
  const texts = ROWS.map(({ page }) => ('file' in page ? `"/node_modules/${page.file}"` : page.html));
  const files = texts.flatMap((text) => text.match(/(?<=")\/node_modules\/[^"]+/g) ?? []);
  expect(files.filter((file) => !existsSync(new URL(`.${file}`, import.meta.url)))).toEqual([]);
});
