/** What only some files of the desk may use, and why. */

/** @type {readonly { use: RegExp, files: readonly { file: string, why: string }[], say: string }[]} */
const SOLE_USERS = [
  {
    use: /\breq\.(raw\.)?(json|parseBody|text|formData|blob|arrayBuffer)\(|\breq\.raw\.body\b/g,
    files: [{ file: 'server/http/bodies.ts', why: 'it limits, cleans and checks bodies' }],
    say: 'read bodies with http/bodies.ts',
  },
  {
    use: /\bprocess(\.env\b|\[)|\bProcessEnv\b|\bfrom 'node:process'/g,
    files: [
      { file: 'server/start/environment.ts', why: 'it reads the variables of the desk' },
      { file: 'server/main.ts', why: 'it hands them to environment.ts' },
      { file: 'server/operator/desk.ts', why: 'its commands run in a process without the desk' },
    ],
    say: 'the environment is read in start/environment.ts',
  },
];

/**
 * @param {ReadonlyMap<string, string>} texts by path in the desk's folder
 * @returns {string[]} a line for each forbidden use
 */
export const soleUserProblems = (texts) =>
  [...texts].flatMap(([file, text]) =>
    SOLE_USERS.flatMap(({ use, files, say }) =>
      !file.startsWith('server/') || files.some((one) => one.file === file)
        ? []
        : [...text.matchAll(use)].map(([found]) => `${file} uses ${found}: ${say}`),
    ),
  );
