import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** The rule is in .github/CONTRIBUTING.md: an older desk runs on a newer schema. */

const FOLDER = fileURLToPath(
  new URL('../../../examples/support-desk/server/store/sql/migrations/', import.meta.url),
);

/** Statements from before the rule, by their beginning. None may be added. */
const EXCEPTIONS: Record<string, string[]> = {
  '0001_identity': ['CREATE UNIQUE INDEX "users_external"'],
  '0003_upload_paths': ['UPDATE "messages" SET "body" = jsonb_set("body", '],
  '0006_tags': ['UPDATE "conversations" SET "tags" = '],
};

const statementsOf = (sql: string): string[] =>
  sql
    .replace(/^\s*--(?!>).*$/gm, '')
    .split(/;\s*(?:--> statement-breakpoint)?|--> statement-breakpoint/)
    .map((statement) => statement.trim().replace(/\s+/g, ' '))
    .filter(Boolean);

const ADDS = [
  /^CREATE TABLE (IF NOT EXISTS )?"\w+" \(/i,
  /^CREATE INDEX (IF NOT EXISTS )?"\w+" ON /i,
  /^CREATE EXTENSION IF NOT EXISTS /i,
];
const ADDED_COLUMN = /^ALTER TABLE "\w+" ADD COLUMN (IF NOT EXISTS )?"\w+" (.*)$/i;
/** What only restricts rows: an older desk could write others. */
const RESTRICTS = /^(?:ALTER TABLE "(\w+)" ADD CONSTRAINT|CREATE UNIQUE INDEX "\w+" ON "(\w+)") /i;

/** Whether a desk that does not know this change still works after it. */
const isAddition = (statement: string, made: string[]): boolean => {
  if (ADDS.some((pattern) => pattern.test(statement))) return true;
  const [, , column] = ADDED_COLUMN.exec(statement) ?? [];
  if (column !== undefined) {
    return (
      (!/not null/i.test(column) || /default/i.test(column)) && !/unique|references|primary key/i.test(column)
    );
  }
  const [, altered, indexed] = RESTRICTS.exec(statement) ?? [];
  return made.includes(altered ?? indexed ?? '');
};

/** The statements that do more than add. */
const changesIn = (sql: string): string[] => {
  const statements = statementsOf(sql);
  const made = statements.flatMap((one) => /^CREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/i.exec(one)?.[1] ?? []);
  return statements.filter((statement) => !isAddition(statement, made));
};

/** Migrations from before the rule that an index of an older table is built beside its writers (`store/sql/indexes.ts`). */
const BLOCKING = [
  '0001_identity',
  '0002_channels_files_queue',
  '0003_upload_paths',
  '0005_insights',
  '0006_tags',
  '0012_nodes_search',
  '0013_forget',
  '0016_work',
  '0017_ratings',
];

/** The indexes of tables that the same migration does not make: nobody writes to them while they are built. */
const blockingIn = (sql: string): string[] => {
  const statements = statementsOf(sql);
  const made = statements.flatMap((one) => /^CREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/i.exec(one)?.[1] ?? []);
  return statements.filter((one) => {
    const [, table] = /^CREATE (?:UNIQUE )?INDEX .*?ON (?:ONLY )?"?(\w+)"?/i.exec(one) ?? [];
    return table !== undefined && !made.includes(table);
  });
};

describe('migrations', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));

  it.each(files)('%s only adds, so that an older desk runs on the newer schema', (file) => {
    const allowed = EXCEPTIONS[file.replace(/\.sql$/, '')] ?? [];
    const changes = changesIn(readFileSync(FOLDER + file, 'utf8'));
    expect(changes.filter((change) => !allowed.some((start) => change.startsWith(start)))).toEqual([]);
  });

  it('build no index that keeps writers waiting, but for old ones', () => {
    const blocking = files.filter((file) => blockingIn(readFileSync(FOLDER + file, 'utf8')).length > 0);
    expect(blocking.map((file) => file.replace(/\.sql$/, ''))).toEqual(BLOCKING);
    expect(blockingIn('CREATE INDEX "x" ON "users" USING btree ("locale");')).toHaveLength(1);
    expect(blockingIn('CREATE INDEX IF NOT EXISTS x ON ONLY users (locale);')).toHaveLength(1);
    expect(blockingIn('CREATE TABLE "a" ("b" text); CREATE INDEX "x" ON "a" ("b");')).toEqual([]);
  });

  it('leave other indexes to one file of the store, which builds them beside writers', () => {
    const store = fileURLToPath(new URL('../../../examples/support-desk/server/', import.meta.url));
    const building = readdirSync(store, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && /create (unique )?index/i.test(readFileSync(store + name, 'utf8')),
    );
    expect(building).toEqual(['store/sql/indexes.ts']);
  });

  it.each([
    'DROP TABLE "users"',
    'ALTER TABLE "users" DROP COLUMN "locale"',
    'ALTER TABLE "users" RENAME COLUMN "locale" TO "language"',
    'ALTER TABLE "users" ALTER COLUMN "locale" SET DATA TYPE integer',
    'ALTER TABLE "users" ALTER COLUMN "locale" SET NOT NULL',
    'ALTER TABLE "users" ADD COLUMN "age" integer NOT NULL',
    'ALTER TABLE "users" ADD COLUMN "age" integer UNIQUE',
    'ALTER TABLE "users" ADD CONSTRAINT "x" FOREIGN KEY ("locale") REFERENCES "public"."locales"("id")',
    'CREATE UNIQUE INDEX "x" ON "users" USING btree ("locale")',
    'DELETE FROM "users"',
    'CREATE TABLE "x" ("id" text);--> statement-breakpoint\nDROP TABLE "users"',
  ])('the check finds %s', (sql) => {
    expect(changesIn(`${sql};`)).toHaveLength(1);
  });
});
