import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { root } from '../run.mjs';

const FILE = join(root, 'test/output/durations.json');

/** @returns {Record<string, number>} how long each test file last took on this machine, ms, by path in the repository */
export const readDurations = () => {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    // The file is missing, or was cut off by the end of a run.
    return {};
  }
};

/**
 * Stores how long the files of a run took, so that the next run begins with the longest.
 * @param {{ testResults: { name: string, startTime: number, endTime: number }[] }} result vitest's JSON report
 */
export const keepDurations = ({ testResults }) => {
  const durations = readDurations();
  for (const { name, startTime, endTime } of testResults) {
    durations[relative(root, name).replaceAll(sep, '/')] = Math.round(endTime - startTime);
  }
  if (!existsSync(dirname(FILE))) mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify(durations));
};
