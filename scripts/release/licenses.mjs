import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('./packages.mjs').Package} Package */

/** What the widget's files contain besides packages. */
const OTHERS = [
  { title: 'Search words of the emoji, from Unicode’s CLDR', file: 'src/features/emojiPicker/words/LICENSE' },
];

/** @param {string} repository @param {Package} one */
const textOf = (repository, { name, folder }) => {
  const file = readdirSync(join(repository, folder)).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  if (!file) throw new Error(`${name} has no license file.`);
  return readFileSync(join(repository, folder, file), 'utf8');
};

/**
 * The licenses of everything in the widget's files: Porch, and what is bundled with it.
 * @param {string} repository
 * @param {Package[]} packages
 * @throws {Error} if a package has no license file
 */
export const licenseList = (repository, packages) => {
  const { name, version, license } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  const sections = [
    [`${name} ${version} (${license})`, readFileSync(join(repository, 'LICENSE'), 'utf8')],
    ...packages.map((one) => [`${one.name} ${one.version} (${one.license})`, textOf(repository, one)]),
    ...OTHERS.map(({ title, file }) => [title, readFileSync(join(repository, file), 'utf8')]),
  ];
  return sections
    .map(([title = '', text = '']) => {
      const lines = text.replaceAll('\r\n', '\n').trim();
      return `${title}\n${'='.repeat(title.length)}\n\n${lines}\n`;
    })
    .join('\n\n');
};
