import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPage } from '../../../src/platform/page';
import { placeOf } from '../../../src/platform/pagePlace';

const secret = fc.stringMatching(/^[\w.~%=&/!:;+-]{1,40}$/).map((text) => `SECRET${text}`);
const path = fc.stringMatching(/^(\/[\w.~-]{0,12}){0,5}$/);

describe('what leaves the page of its address', () => {
  it('is never its fragment, and in what is counted or reported never its query', () => {
    fc.assert(
      fc.property(path, secret, secret, fc.boolean(), (at, query, fragment, asRoute) => {
        const base = `https://shop.example${at}`;
        const href = `${base}?${query}#${asRoute ? '!/' : ''}${fragment}?${query}#${fragment}`;
        expect(placeOf(href)).toBe(base);
        const host = { location: { href }, navigator: {} } as unknown as Window;
        const page = createPage(host, () => expect.unreachable());
        expect(page.url()).toBe(`${base}?${query}`);
      }),
      { numRuns: 500 },
    );
  });

  it('is 1,000 characters at most, and line breaks hide nothing', () => {
    expect(placeOf(`https://shop.example/${'x'.repeat(5000)}`)).toHaveLength(1000);
    expect(placeOf('https://shop.example/a?b\nc#d\ne')).toBe('https://shop.example/a');
  });
});
