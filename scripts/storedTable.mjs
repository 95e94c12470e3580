/**
 * Writes docs/privacy.md's table of what the widget stores in a visitor's browser. With `--check`, it only fails if the
 * table is outdated. A test compares the keys with the code, and with what a browser holds after a visit.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readOptions } from './options.mjs';
import { root } from './run.mjs';
import { STORED } from './storedKeys.mjs';

const PAGE = join(root, 'docs/privacy.md');
const BEGIN = '<!-- What is stored: made by `node scripts/storedTable.mjs`. -->';
const END = '<!-- End of what is stored. -->';

const PLACES = { visitor: 'visitor’s', tab: 'tab’s', files: 'database' };

/** The table, in Markdown. */
export const storedTable = () =>
  [
    BEGIN,
    '',
    '| key | storage | why | until | from level |',
    '| --- | --- | --- | --- | --- |',
    ...STORED.map(
      (s) => `| \`${s.key}\` | ${PLACES[s.where]} | ${s.why} | ${s.until} | \`${s.level ?? 'functional'}\` |`,
    ),
    '',
    END,
  ].join('\n');

/** The page with the current table. */
export const freshPage = () => {
  const page = readFileSync(PAGE, 'utf8');
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error('docs/privacy.md has no place for what is stored.');
  return page.slice(0, from) + storedTable() + page.slice(to + END.length);
};

const HELP = `node scripts/storedTable.mjs [--check]
  --check  writes nothing, and fails if the page is stale`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = readOptions(HELP, { check: { type: 'boolean' } });
  const fresh = freshPage();
  if (!values.check) writeFileSync(PAGE, fresh);
  else if (fresh !== readFileSync(PAGE, 'utf8')) {
    console.error('docs/privacy.md: the table of what is stored is stale: run node scripts/storedTable.mjs.');
    process.exit(1);
  }
}
