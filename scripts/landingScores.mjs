/** Compares the Lighthouse scores of `examples/landing-page` with and without Porch. Runs its own desk. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from './run.mjs';
import { installChromium, installPackages } from './setup.mjs';
import { startDesk } from './startDesk.mjs';

const EXAMPLE = 'examples/landing-page';

/**
 * Prints the scores. Needs a built widget.
 * @param {string} runs how often each page is measured
 * @returns {Promise<number>} the exit code: 0 if both medians of all categories are 100
 */
export const compareLandingScores = async (runs) => {
  const chrome = await installChromium();
  await installPackages(EXAMPLE);
  const dataDir = mkdtempSync(join(tmpdir(), 'landing-desk-'));
  cpSync(join(root, EXAMPLE, 'settings.json'), join(dataDir, 'settings.json'));
  const desk = await startDesk(dataDir, { DEMO: '0' });
  try {
    const args = [join(EXAMPLE, 'lighthouse.mjs'), desk.origin, runs];
    return await run(process.execPath, args, { env: { CHROME_PATH: chrome } });
  } finally {
    await desk.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
