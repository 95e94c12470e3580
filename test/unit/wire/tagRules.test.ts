import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTags, TAGS, withReadTags } from '../../../src/wire/tagRules';

it('spaces become underscores, letters small ones, and each tag counts once (meta-8)', () => {
  expect(readTags(['VIP', 'Big Order', 'vip', 'a-b:c/d', 'größe', '2024'])).toEqual({
    tags: ['vip', 'big_order', 'a-b:c/d', 'größe', '2024'],
    problems: [],
  });
});

it.each(['', 'a\tb', 'a\nb', 'a,b', '50%', '#sale', 'a\u00a0b', 'a\u200bb', '<b>'])(
  'the tag %j is left out, and why is told (meta-8)',
  (tag) => {
    expect(readTags(['kept', tag])).toEqual({
      tags: ['kept'],
      problems: [`Expected a tag of letters, digits, _, -, : and /, not ${JSON.stringify(tag)}.`],
    });
  },
);

it.each([[5], [null], [undefined], [true], [{}], [['a']], [Symbol('a')]])('%o is no tag', (tag) => {
  expect(readTags([tag])).toEqual({ tags: [], problems: ['Expected a tag of type "string".'] });
});

it('a tag has 255 characters at most (meta-9)', () => {
  const [longest, longer] = ['a'.repeat(255), 'a'.repeat(256)];
  expect(readTags([longest, longer])).toEqual({
    tags: [longest],
    problems: ['Expected a tag of at most 255 characters.'],
  });
});

it('the tags after the twentieth are left out, and that is told (meta-9)', () => {
  const tags = Array.from({ length: 23 }, (_, i) => `t${i}`);
  expect(readTags([...tags, 't0'])).toEqual({
    tags: tags.slice(0, 20),
    problems: ['Expected at most 20 tags; the last 3 are left out.'],
  });
});

it.each([[undefined], [null], ['vip'], [{}], [5]])('%j is no list of tags', (given) => {
  expect(readTags(given)).toEqual({ tags: [], problems: ['Expected a list of conversation tags.'] });
});

it('any list gives at most 20 different tags that are valid', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 9 }), fc.anything({ maxDepth: 1 })), {
        maxLength: 30,
      }),
      (given) => {
        const { tags } = readTags(given);
        expect(new Set(tags).size).toBe(tags.length);
        expect(tags.length).toBeLessThanOrEqual(20);
        expect(readTags(tags)).toEqual({ tags, problems: [] });
      },
    ),
  );
});

it.each([
  ['newConversation, important', 'newconversation,important'],
  [['VIP', ' Big Order '], 'vip,big_order'],
  ['a,,b, a', 'a,b'],
  ['50%,kept', 'kept'],
  ['', ''],
  [null, ''],
  [[5, 'kept'], 'kept'],
  [{ a: 1 }, ''],
])('metadata whose tags are %j have %j (meta-8)', (given, tags) => {
  expect(withReadTags({ order: 5, [TAGS]: given })).toEqual({ order: 5, [TAGS]: tags });
});

it('metadata without tags stay as they are', () => {
  expect(withReadTags({ order: 5 })).toEqual({ order: 5 });
});
