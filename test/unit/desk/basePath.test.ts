import { describe, expect, it } from 'vitest';
import { basePathOf, createBaseCut } from '../../../examples/support-desk/server/http/basePath';

const OWN = ['/*', '/agent/api/*', '/porch', '/faye'];

describe('the path of the public address', () => {
  it.each([
    [undefined, ''],
    ['https://help.example', ''],
    ['https://help.example/', ''],
    ['https://help.example/sub', '/sub'],
    ['https://help.example/a/b/', '/a/b'],
  ])('of %s is "%s"', (publicUrl, path) => {
    expect(basePathOf(publicUrl)).toBe(path);
  });

  it('is removed from requests that still have it', () => {
    const cut = createBaseCut('https://help.example/sub', OWN);
    for (const [asked, served] of [
      ['/sub/agent/api/session?a=1', '/agent/api/session?a=1'],
      ['/sub/', '/'],
      ['/sub/?key=1', '/?key=1'],
      ['/agent/', '/agent/'],
      ['/subway', '/subway'],
      ['/', '/'],
    ] as const) {
      expect([asked, cut(asked)]).toEqual([asked, served]);
    }
    expect(cut('/sub')).toBe('');
  });

  it('is kept if it begins like the desk’s own paths', () => {
    const cut = createBaseCut('https://help.example/porch', OWN);
    expect(cut('/porch/porch.js')).toBe('/porch/porch.js');
  });

  it('that is none cuts nothing off', () => {
    for (const publicUrl of [undefined, 'https://help.example']) {
      expect(createBaseCut(publicUrl, OWN)('/agent')).toBe('/agent');
    }
  });
});
