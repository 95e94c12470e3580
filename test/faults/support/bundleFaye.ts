import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { ALIASES } from '../../../scripts/build.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Where the tests find the realtime client as a visitor's browser gets it. */
export const FAYE_BUNDLE = `${root}test/output/fayeClient.js`;

const exactly = (name: string) => new RegExp(`^${name.replaceAll('.', '\\.')}$`);

/**
 * Bundles `services/fayeClient.ts` with faye's browser side and the parts of it that the build replaces
 * (scripts/build.mjs), as one script whose globals a test can hand in. Runs once, before the tests of this project.
 */
export const setup = async (): Promise<void> => {
  const instead = ALIASES.map((alias) => alias.split('=') as [string, string]);
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias: instead.map(([name, replacement]) => ({ find: exactly(name), replacement })) },
    build: {
      outDir: 'test/output',
      emptyOutDir: false,
      minify: false,
      lib: {
        entry: 'src/services/fayeClient.ts',
        formats: ['iife'],
        name: 'FayeClient',
        fileName: () => 'fayeClient.js',
      },
    },
  });
};
