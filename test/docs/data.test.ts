import { readFileSync } from 'node:fs';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { defaultSettings, readSettings } from '../../examples/support-desk/server/domain/settings/settings';
import * as schema from '../../examples/support-desk/server/store/sql/schema';

const page = readFileSync(new URL('../../docs/data.md', import.meta.url), 'utf8');

/** The cells of the table below a heading. */
const tableBelow = (heading: string): string[][] => {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1)
    .map((line) => line.slice(2, -2).split(' | '));
};

const tables = Object.values<unknown>(schema)
  .filter((one): one is PgTable => is(one, PgTable))
  .map(getTableConfig);
const documented = tableBelow('The database');

it('the page for data protection officers has a row for each table of the database', () => {
  expect(documented.map(([name]) => name?.replaceAll('`', '')).sort()).toEqual(
    tables.map(({ name }) => name).sort(),
  );
});

it('it says of each table that goes with a visitor that it is about visitors', () => {
  // Publications refer to nobody, because their rows are deleted once they are sent.
  const about = new Set(['users', 'outbox']);
  // Found by the references, whatever their depth.
  for (let size = 0; size < about.size; ) {
    size = about.size;
    for (const { name, foreignKeys } of tables)
      if (foreignKeys.some((key) => about.has(getTableConfig(key.reference().foreignTable).name)))
        about.add(name);
  }
  const said = documented.filter(([, , visitors]) => visitors === 'yes').map(([name]) => name);
  expect(said.sort()).toEqual([...about].map((name) => `\`${name}\``).sort());
});

it('every row about visitors goes when its visitor or conversation goes', () => {
  const rules = tables.flatMap(({ foreignKeys }) => foreignKeys.map(({ onDelete }) => onDelete));
  expect(new Set(rules)).toEqual(new Set(['cascade']));
});

it('it has the defaults of the settings that delete', () => {
  const { retention, sessions } = defaultSettings();
  const defaults = tableBelow('How long').map(([setting, value]) => [setting, value]);
  expect(retention.days).toBeUndefined();
  expect(defaults).toEqual([
    ['`retention.days`', 'not set: kept'],
    ['`retention.silentDays`', String(retention.silentDays)],
    ['`sessions.days`', String(sessions.days)],
  ]);
});

it('the settings take whole days only', () => {
  const problem = (value: unknown) => {
    const read = readSettings(value);
    return 'problem' in read ? read.problem : undefined;
  };
  expect(problem({ retention: { days: 0 } })).toMatch('retention.days: must be at least 1');
  expect(problem({ retention: { silentDays: 1.5 } })).toMatch('whole number');
  expect(problem({ sessions: { days: 6 } })).toMatch('sessions.days: must be at least 7');
  expect(problem({ sessions: { days: 7 }, retention: { days: 3650, silentDays: 1 } })).toBeUndefined();
});
