import { describe, expect, it } from 'vitest';
import { readAddress } from '../../../examples/support-desk/server/store/sql/address';

const PLACE = 'postgres://desk:p%40ss@db.example:5432/porch';
const paramsOf = (query: string) => {
  const { connectionString = '' } = readAddress(`${PLACE}${query}`).connection;
  const [place, params] = connectionString.split('?');
  expect(place).toBe(PLACE);
  return Object.fromEntries(new URLSearchParams(params));
};

describe('the address of a PostgreSQL server', () => {
  it('keeps the units of the parameters of its sessions', () => {
    const query = '?statement_timeout=30s&search_path=porch&lock_timeout=0&application_name=desk';
    expect(readAddress(`${PLACE}${query}`).session).toEqual({
      statement_timeout: '30s',
      search_path: 'porch',
      lock_timeout: '0',
    });
    expect(paramsOf(query)).toEqual({ application_name: 'desk' });
    expect(readAddress(PLACE).session).toEqual({});
  });

  it.each([
    ['sslmode=require', 'require'],
    ['sslmode=prefer', 'require'],
    ['sslmode=allow', 'require'],
    ['sslmode=verify-full', 'verify-full'],
    ['sslmode=verify-ca', 'verify-full'],
    ['sslmode=disable', 'disable'],
  ])('asks for TLS by %s as PostgreSQL’s own clients do, or more strictly', (query, sslmode) => {
    expect(paramsOf(`?${query}`)).toEqual({ sslmode, uselibpqcompat: 'true' });
  });

  it('has an authority of its own for verify-ca', () => {
    expect(paramsOf('?sslmode=verify-ca&sslrootcert=/etc/ca.pem')).toEqual({
      sslmode: 'verify-ca',
      sslrootcert: '/etc/ca.pem',
      uselibpqcompat: 'true',
    });
  });
});
