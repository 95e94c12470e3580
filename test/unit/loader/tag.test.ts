import { describe, expect, it } from 'vitest';
import { configAddress, PARTS, type Parts } from '../../../src/loader/tag';

const address = (
  src: string,
  dataset: Record<string, string> = {},
  settings?: { zendeskHost?: string },
  locale?: unknown,
) => {
  const calls = locale
    ? [Object.assign(['messenger:set', 'locale', locale], { method: 'messenger:set.locale' })]
    : [];
  return configAddress(dataset, PARTS.exec(src) as unknown as Parts, calls, settings) ?? '';
};

/** The address without its path. */
const host = (...given: Parameters<typeof address>) => address(...given).split('/embeddable/')[0];
/** The query as the desk reads it: the first of a name counts. */
const query = (...given: Parameters<typeof address>) =>
  Object.fromEntries([...new URL(address(...given)).searchParams].reverse());

describe('the account host', () => {
  it('is the tag’s, else the settings’, else the script’s own (start-8)', () => {
    const src = 'https://cdn.example/w/porch.js';
    const settings = { zendeskHost: 'settings.example' };
    expect(host(src, { zendeskHost: 'tag.example' }, settings)).toBe('https://tag.example');
    expect(host(src, {}, settings)).toBe('https://settings.example');
    expect(host(src, {}, {})).toBe('https://cdn.example');
    expect(host(src)).toBe('https://cdn.example');
  });

  it('may be a whole address, whose scheme stays, and loses the slashes at its end', () => {
    const src = 'https://cdn.example/porch.js';
    expect(host(src, { zendeskHost: 'http://localhost:3000//' })).toBe('http://localhost:3000');
    expect(host(src, { zendeskHost: 'http://desk.example' })).toBe('http://desk.example');
    expect(host(src, { zendeskHost: 'https://x.example/sub/' })).toBe('https://x.example/sub');
    expect(host(src, { zendeskHost: 'a.example/' })).toBe('https://a.example');
  });

  it('uses http for a local host without a scheme', () => {
    const src = 'https://cdn.example/porch.js';
    expect(host(src, { zendeskHost: 'localhost:8080' })).toBe('http://localhost:8080');
    expect(host(src, { zendeskHost: '127.0.0.1:8080' })).toBe('http://127.0.0.1:8080');
    expect(host(src, { zendeskHost: 'https://localhost:8443' })).toBe('https://localhost:8443');
    expect(host(src, { zendeskHost: 'desk.localhost.example' })).toBe('https://desk.localhost.example');
  });

  it('keeps the port of the script’s own', () => {
    expect(host('http://127.0.0.1:3000/dist/porch.js')).toBe('http://127.0.0.1:3000');
  });

  it('is empty when no source names one', () => {
    expect(address('file:///home/me/porch.js')).toBe('');
    expect(address('data:text/javascript,1')).toBe('');
    expect(address('')).toBe('');
    // There is no folder that the other files could come from.
    expect(address('', { zendeskHost: 'a.example' })).toBe('');
    expect(host('file:///home/me/porch.js', { zendeskHost: 'a.example' })).toBe('https://a.example');
  });
});

describe('the request for the configuration', () => {
  const src = 'https://cdn.example/porch.js';

  it('is the key of the address, else that of the tag (start-13)', () => {
    expect(query(`${src}?key=a%20b`, { key: 'def' })).toEqual({ key: 'a b' });
    expect(query(`${src}?key=`, { key: 'def' })).toEqual({ key: 'def' });
    expect(query(src, { key: 'd&f' })).toEqual({ key: 'd&f' });
    expect(query(src)).toEqual({});
  });

  it('is the language that the page has asked for', () => {
    expect(query(src, {}, {}, 'pt-br')).toEqual({ locale: 'pt-br' });
    expect(query(src, { key: 'k' }, {}, 5)).toEqual({ key: 'k', locale: '5' });
  });

  it('asks for the unpublished one on a staging host or by the tag (start-14)', () => {
    const path = (...given: Parameters<typeof address>) => new URL(address(...given)).pathname;
    expect(path('https://static-staging.cdn.example/porch.js')).toBe('/embeddable/preview/config');
    expect(path(src, { preview: '' })).toBe('/embeddable/preview/config');
    expect(path('https://cdn.example/static-staging/porch.js')).toBe('/embeddable/config');
  });
});
