import { expect, it } from 'vitest';
import { checkedFiles, wordsIn } from '../../../scripts/check-words.mjs';

const PAGE = 'docs/look.md';
const CALLS = 'src/npm/commands.ts';

it('a phrase is reported with its line and with what to write', () => {
  expect(wordsIn(PAGE, '# Look\n\nAll else loads later.\n')).toEqual([
    "docs/look.md:3 'All else': write everything else",
  ]);
});

it('a phrase that begins on one line and ends on the next is reported', () => {
  expect(wordsIn(PAGE, '- It starts by\n  itself.\n')).toEqual([
    "docs/look.md:1 'by itself': write automatically",
  ]);
  expect(wordsIn(CALLS, '/**\n * It starts by\n * itself.\n */\n')).toHaveLength(1);
});

it('British spelling is reported, inside longer words too', () => {
  expect(wordsIn(PAGE, 'The colours of your favourite neighbour, customised.')).toHaveLength(4);
});

it('code, links and names of files are not checked', () => {
  expect(wordsIn(PAGE, '```js\nconst colour = 1;\n```\n')).toEqual([]);
  expect(wordsIn(PAGE, 'Set `colour` [here](colour.md), and see BEHAVIOUR.md.')).toEqual([]);
  expect(wordsIn(PAGE, 'It starts by `code` itself.')).toEqual([]);
});

it('of a source file, only comments are checked', () => {
  expect(wordsIn(CALLS, "const colour = 'grey';\n// The colour.\n")).toEqual([
    "src/npm/commands.ts:2 'colour': write the American spelling, -or",
  ]);
});

it('more phrases are avoided in comments than on pages', () => {
  const text = 'The file is read anew. It says what happened meanwhile.';
  expect(wordsIn('src/slices/user.ts', `/* ${text} */\nconst a = 'anew'; // ${text}\n`)).toHaveLength(6);
  expect(wordsIn(PAGE, text)).toEqual([]);
});

it('an address or a pattern in a text is no comment', () => {
  expect(wordsIn(CALLS, "const url = 'https://colour.example/grey';\nconst path = '//grey';\n")).toEqual([]);
  expect(wordsIn(CALLS, "route('**/a/*');\nconst colour = 1; /* */\n")).toEqual([]);
});

it('correct words are not reported', () => {
  const text =
    'The color is recognized, otherwise canceled. Compare the promise; advise us. An hour, four tours.';
  expect(wordsIn(PAGE, text)).toEqual([]);
});

it('the pages, the descriptions of calls and the comments of the code are checked', () => {
  expect(checkedFiles()).toEqual(
    expect.arrayContaining([
      'README.md',
      'CHANGELOG.md',
      '.github/CONTRIBUTING.md',
      'examples/support-desk/README.md',
      PAGE,
      CALLS,
      'src/conversation/card/HomeCard.tsx',
      'scripts/check-words.mjs',
      'examples/support-desk/server/main.ts',
      'examples/support-desk/inbox/main.tsx',
      'examples/bot/bot.js',
    ]),
  );
});
