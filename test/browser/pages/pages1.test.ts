import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROWS } from './rows';
import { visitShare } from './visitShare';

await visitShare(0);

it('the packages have each file that a page loads', () => {
  const texts = ROWS.map(({ page }) => ('file' in page ? `"/node_modules/${page.file}"` : page.html));
  const files = texts.flatMap((text) => text.match(/(?<=")\/node_modules\/[^"]+/g) ?? []);
  expect(files.filter((file) => !existsSync(new URL(`.${file}`, import.meta.url)))).toEqual([]);
});
