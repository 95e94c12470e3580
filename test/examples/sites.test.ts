import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, it } from 'vitest';
import { root } from '../../scripts/run.mjs';
import { installPackages } from '../../scripts/setup.mjs';
import { closeAfterReload, closeByBack } from '../support/routedSite';
import { serveFolder } from '../support/serveFolder';
import { forThisFile, setUp } from '../support/setUp';

const { browser, desk } = await setUp();
const SITES = 'test/fixtures/sites';

/** Installs a site's packages from npm, builds it by its guide and serves it. @param out where its pages are then */
const build = async (name: string, out: string): Promise<string> => {
  const folder = `${SITES}/${name}`;
  await installPackages(folder);
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
  };
  await promisify(execFile)('npm', ['run', 'build'], { cwd: join(root, folder), env });
  const rewrite = (text: string) => text.replaceAll('https://desk.example', desk.origin);
  const { origin } = await forThisFile(serveFolder(join(root, folder, out), { rewrite }));
  return origin;
};

describe.each([
  ['Next.js', 'next', 'out', undefined],
  ['Nuxt', 'nuxt', '.output/public', undefined],
  ['SvelteKit', 'sveltekit', 'build', undefined],
  // Its router forgets all places by a reload.
  ['Angular', 'angular', 'dist/browser', [0, 0]],
  ['Astro', 'astro', 'dist', undefined],
] as const)('a site of %s on a phone', async (_, name, out, reloaded) => {
  const origin = await build(name, out);

  it('stays where it is when Back closes the window', () => closeByBack(browser, origin));

  it('does so after a reload with the window open', () => closeAfterReload(browser, origin, reloaded));
});
