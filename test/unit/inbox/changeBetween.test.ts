import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changeBetween } from '../../../examples/support-desk/inbox/model/changeBetween';

const texts = fc
  .array(fc.constantFrom('a', 'b', '*', '😀', '🙂', '🥾'), { maxLength: 8 })
  .map((all) => all.join(''));

it('The change between two texts makes one of the other, and leaves no half of an emoji.', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const { inserted, from, to } = changeBetween(before, after);
      expect(before.slice(0, from) + inserted + before.slice(to)).toBe(after);
      for (const part of [inserted, before.slice(0, from), before.slice(to)])
        expect(() => encodeURIComponent(part)).not.toThrow();
    }),
  );
});
