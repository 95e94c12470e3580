import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Where the tests find the realtime client as a visitor's browser gets it. */
export const FAYE_BUNDLE = `${root}test/output/fayeClient.js`;

/**
 * Bundles `services/fayeClient.ts` with faye's browser side as one script whose globals a test can hand in.
 * Runs once, before the tests of this project.
 */
export const setup = async (): Promise<void> => {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
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
