import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} changelog @param {string} heading @returns {string | undefined} the text below a version's heading */
const sectionOf = (changelog, heading) =>
  changelog
    .split(/^## /m)
    .slice(1)
    .find((section) => section.split('\n')[0]?.split(' ')[0] === heading)
    ?.replace(/^.*/, '')
    .trim();

/**
 * Finds what the changelog lacks for a release.
 * @param {string} changelog the text of CHANGELOG.md
 * @param {string} version
 * @returns {string[]} the problems
 */
export const changelogProblems = (changelog, version) => [
  ...(sectionOf(changelog, version) ? [] : [`CHANGELOG.md has nothing under '## ${version}'.`]),
  ...(sectionOf(changelog, 'Unreleased')
    ? [`CHANGELOG.md has changes under 'Unreleased': move them to '## ${version}'.`]
    : []),
];

/**
 * Finds what must be done before a release.
 * @param {string} repository a working copy
 * @returns {string[]} the problems
 */
export const releaseProblems = (repository) => {
  /** @param {string} file */
  const read = (file) => readFileSync(join(repository, file), 'utf8');
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: repository, encoding: 'utf8' });
  return [
    ...(changed ? [`There are changes that are not committed:\n${changed.trimEnd()}`] : []),
    ...changelogProblems(read('CHANGELOG.md'), JSON.parse(read('package.json')).version),
  ];
};
