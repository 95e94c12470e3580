import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentFiles, listFiles } from '../keepBuilds.mjs';

/** Folders that hold one build. */
const BUILT = ['build/dist', 'build/npm', 'examples/support-desk/build'];
/** Folders that also hold files of earlier builds. */
const SERVED = ['dist', 'examples/support-desk/dist', 'examples/gallery/dist'];

/**
 * Lists the files of a build, without those of earlier builds.
 * @param {string} repository
 * @returns {string[]} paths in the repository
 */
export const builtFiles = (repository) => [
  ...BUILT.flatMap((folder) => listFiles(join(repository, folder)).map((file) => `${folder}/${file}`)),
  ...SERVED.flatMap((folder) => currentFiles(join(repository, folder)).map((file) => `${folder}/${file}`)),
];

/**
 * Compares files in two folders, byte by byte.
 * @param {[folder: string, files: string[]]} one
 * @param {[folder: string, files: string[]]} other
 * @returns {string[]} a line for each file that is missing or different
 */
export const differences = ([one, ofOne], [other, ofOther]) =>
  [...new Set([...ofOne, ...ofOther])].sort().flatMap((file) => {
    if (!ofOther.includes(file)) return [`${file} is only in the first build`];
    if (!ofOne.includes(file)) return [`${file} is only in the second build`];
    const same = readFileSync(join(one, file)).equals(readFileSync(join(other, file)));
    return same ? [] : [`${file} differs`];
  });
