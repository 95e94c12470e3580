/** Copies an example program and `examples/lib` into a folder that runs without this repository. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readOptions } from './options.mjs';
import { root } from './run.mjs';

export const PROGRAMS = ['bot', 'slack-bridge', 'chatwoot-bridge', 'answering-model'];

const HELP = `Makes a folder of an example program, to run without this repository.

  node scripts/copyExample.mjs PROGRAM FOLDER

  PROGRAM  ${PROGRAMS.join(', ')}
  FOLDER   a new or empty folder`;

/** What a program leaves in its folder when it runs. */
const MADE = ['node_modules', '.env', 'data'];

/** @param {string} text of a module @returns {string} the text with paths to `lib` that are right in the folder */
const moved = (text) => text.replaceAll("'../lib/", "'./lib/");

/** @param {string} text of a page @returns {string} the text without links that lead out of the folder */
const withoutLinks = (text) =>
  text.replaceAll('](../lib/', '](lib/').replace(/\[([^\]]+)\]\(\.\.\/[^)]*\)/g, '$1');

/**
 * Copies a program and `examples/lib`.
 * @param {string} program one of `PROGRAMS`
 * @param {string} folder is created if needed
 * @throws {Error} if the folder has files, or if there is no such program
 */
export const copyExample = (program, folder) => {
  if (!PROGRAMS.includes(program)) throw new Error(`No such program: ${program}.`);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
  const examples = join(root, 'examples');
  cpSync(join(examples, program), folder, {
    recursive: true,
    filter: (path) => !MADE.includes(basename(path)),
  });
  for (const name of readdirSync(folder)) {
    const change = { '.js': moved, '.md': withoutLinks }[extname(name)];
    const file = join(folder, name);
    if (change) writeFileSync(file, change(readFileSync(file, 'utf8')));
  }
  cpSync(join(examples, 'lib'), join(folder, 'lib'), { recursive: true });
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { positionals, refuse } = readOptions(HELP, {}, 2);
  const [program = '', folder = ''] = positionals;
  if (folder === '') refuse('Name a program and a folder.');
  try {
    copyExample(program, resolve(folder));
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
  }
  console.log(`Made ${folder}. Its README.md tells you how to start it.`);
}
