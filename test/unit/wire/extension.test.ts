import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeExtensionMessage } from '../../../src/wire/extension';

describe('what an extension page says', () => {
  it('is a wish to be closed, or its title (page-4)', () => {
    expect(decodeExtensionMessage({ porch: 1, type: 'close' })).toEqual({ type: 'close' });
    expect(decodeExtensionMessage({ porch: 1, type: 'setTitle', title: ' Times ' })).toEqual({
      type: 'setTitle',
      title: 'Times',
    });
  });

  it('is nothing in another version, of another type or without words', () => {
    for (const odd of [
      undefined,
      null,
      'close',
      [],
      {},
      { type: 'close' },
      { porch: 2, type: 'close' },
      { porch: '1', type: 'close' },
      { porch: 1, type: 'open' },
      { porch: 1, type: 'setTitle' },
      { porch: 1, type: 'setTitle', title: '  ' },
      { porch: 1, type: 'setTitle', title: { toString: () => 'x' } },
    ])
      expect(decodeExtensionMessage(odd)).toBeUndefined();
  });

  it('is no title of more than a hundred characters', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (title) => {
        const said = decodeExtensionMessage({ porch: 1, type: 'setTitle', title });
        expect(said?.type === 'setTitle' ? said.title.length : 0).toBeLessThanOrEqual(100);
      }),
    );
  });
});
