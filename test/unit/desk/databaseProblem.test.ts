import { describe, expect, it } from 'vitest';
import { databaseProblem } from '../../../examples/support-desk/server/store/sql/databaseProblem';

const URL = 'postgres://desk:hunter2@db.example:5432/porch';
const failing = (code: string) => Object.assign(new Error('quotes hunter2'), { code });

describe('a PostgreSQL server that cannot be used', () => {
  it.each([
    ['28P01', 'the password of "desk" is wrong'],
    ['28000', 'it does not let "desk" in. Check the user\'s name, and pg_hba.conf on the server'],
    ['3D000', 'it has no database "porch". Create it, such as by: createdb --owner "desk" "porch"'],
    [
      '42501',
      '"desk" may not create tables there. Make it the owner: ALTER DATABASE "porch" OWNER TO "desk"',
    ],
    ['53300', 'all its connections are in use. Close some, or raise max_connections'],
    ['57P03', 'it is starting or stopping. Try again in a moment'],
    ['ECONNREFUSED', 'nothing listens there. Start PostgreSQL, or check host and port'],
    ['ENOTFOUND', 'there is no host of this name. Check the address'],
    ['CONNECTION_CLOSED', 'it closed the connection. It may want TLS: add ?sslmode=require'],
    ['NO_TLS', 'it has no TLS. Remove sslmode from the address, or set ssl = on in postgresql.conf'],
    ['CONNECT_TIMEOUT', 'it does not answer. Check the address, and that no firewall stands between'],
  ])('says in words what %s means, and what to do', (code, words) => {
    const sentence = databaseProblem(URL, failing(code));
    expect(sentence).toBe(`The database at db.example:5432 cannot be used: ${words} (${code}).`);
  });

  it('is explained where a library has wrapped the error, or tried several addresses', () => {
    const wrapped = new Error('query failed', { cause: failing('3D000') });
    expect(databaseProblem(URL, wrapped)).toContain('it has no database "porch"');
    const several = new AggregateError([failing('ECONNREFUSED'), failing('ECONNREFUSED')]);
    expect(databaseProblem(URL, several)).toContain('nothing listens there');
  });

  it('never has its password shown', () => {
    for (const error of [failing('28P01'), failing('XX000'), new Error('hunter2'), 'hunter2'])
      expect(databaseProblem(URL, error)).not.toContain('hunter2');
    expect(databaseProblem('postgres//desk:hunter2@db', failing('ENOTFOUND'))).toBe(
      'DATABASE_URL must be an address such as postgres://user:password@host:5432/database.',
    );
  });
});
