import { expect, it } from 'vitest';
import { lockMigrations } from '../../../examples/support-desk/server/store/sql/migrateAlone';

it.each([true, false])(
  'says that a start waits for the migrations of another process: %s',
  async (locked) => {
    const said: string[] = [];
    const query = async (text: string) => {
      said.push(text.replace(/\(.*/, ''));
      return { rows: [{ locked }] };
    };
    await lockMigrations({ query } as never, () => said.push('waits'));
    expect(said).toEqual(
      locked
        ? ['select pg_try_advisory_lock']
        : ['select pg_try_advisory_lock', 'waits', 'select pg_advisory_lock'],
    );
  },
);
