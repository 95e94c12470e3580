import { describe, expect, it } from 'vitest';
import { createSelfOpening } from '../../../../src/features/webviewCard/openByItself';

describe('a page that may open by itself', () => {
  it('does so once for each gesture, the visitor’s coming included (page-3)', () => {
    const opening = createSelfOpening();
    expect(['a', 'b', 'c'].map(opening.take)).toEqual([true, false, false]);
    opening.gesture();
    opening.gesture();
    expect(['d', 'e'].map(opening.take)).toEqual([true, false]);
  });

  it('never does so twice', () => {
    const opening = createSelfOpening();
    opening.take('a');
    opening.gesture();
    expect(opening.take('a')).toBe(false);
    // The gesture has not been used and may open another.
    expect(opening.take('b')).toBe(true);
  });
});
