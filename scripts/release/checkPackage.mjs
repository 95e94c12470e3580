import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/** The package has only ES modules. These TypeScript resolution modes know only CommonJS. */
const COMMON_JS = ['node10', 'node16-cjs'];

/**
 * Checks a packed package with publint and arethetypeswrong.
 * @param {string} tarball
 * @returns {Promise<string[]>} the problems
 */
export const packageProblems = async (tarball) => {
  const data = new Uint8Array(readFileSync(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: data.buffer }, strict: true });
  const analysis = await checkPackage(createPackageFromTarballData(data));
  const wrong = (analysis.problems ?? []).filter(
    ({ resolutionKind }) => !resolutionKind || !COMMON_JS.includes(resolutionKind),
  );
  return [
    ...messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`),
    ...(analysis.types ? [] : ['arethetypeswrong: the package has no types']),
    ...wrong.map((problem) => `arethetypeswrong: ${JSON.stringify(problem)}`),
  ];
};
