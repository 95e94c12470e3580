import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * Before browser tests, builds the inbox and the gallery unless they are built. Takes about a second each.
 */
export const setup = async (): Promise<void> => {
  for (const [root, page] of [
    ['support-desk/inbox', 'support-desk/dist/index.html'],
    ['gallery', 'gallery/dist/index.html'],
  ]) {
    const pathOf = (path: string) => fileURLToPath(new URL(`../../examples/${path}`, import.meta.url));
    if (!existsSync(pathOf(`${page}`))) await build({ root: pathOf(`${root}`), logLevel: 'error' });
  }
};
