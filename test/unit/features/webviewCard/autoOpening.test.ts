import { describe, expect, it } from 'vitest';
import { createAutoOpening } from '../../../../src/features/webviewCard/autoOpening';

describe('a page that may open by itself', () => {
  it('does so once for each gesture, the visitor’s coming included (page-3)', () => {
    const opening = createAutoOpening();
    expect(['a', 'b', 'c'].map(opening.take)).toEqual([true, false, false]);
    opening.gesture();
    opening.gesture();
    expect(['d', 'e'].map(opening.take)).toEqual([true, false]);
  });

  it('never does so twice', () => {
    const opening = createAutoOpening();
    opening.take('a');
    opening.gesture();
    expect(opening.take('a')).toBe(false);
    // The gesture has not been used and may open another.
    expect(opening.take('b')).toBe(true);
  });
});
