import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, root } from '../run.mjs';

const FOLDER = join(root, 'test/output/passed');

/** @typedef {{ inputs: string, tests: number }} Stamp `tests` is how many tests passed */

/** @param {string} name */
const fileOf = (name) => join(FOLDER, `${name.replace(/\W+/g, '-')}.json`);

/**
 * A hash of everything that a step depends on.
 * @param {import('./steps.mjs').Step} step
 */
export const inputsOf = ({ args, projects, env, inputs }) =>
  JSON.stringify([process.version, process.env.SEED, args, projects, env, hashOf(inputs)]);

/**
 * @param {string} name the step's
 * @param {string} inputs
 * @returns {number | undefined} how many tests passed, if the step last passed with these inputs
 */
export const passedBefore = (name, inputs) => {
  if (!existsSync(fileOf(name))) return undefined;
  try {
    /** @type {Stamp} */
    const stamp = JSON.parse(readFileSync(fileOf(name), 'utf8'));
    return stamp.inputs === inputs ? stamp.tests : undefined;
  } catch {
    return undefined;
  }
};

/** @param {string} name @param {Stamp | undefined} stamp undefined after a failure */
export const keepPassed = (name, stamp) => {
  if (!stamp) return rmSync(fileOf(name), { force: true });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf(name), JSON.stringify(stamp));
};
