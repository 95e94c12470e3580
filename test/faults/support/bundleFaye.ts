import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Path of the realtime client, bundled as a visitor's browser loads it. */
export const FAYE_BUNDLE = `${root}test/output/fayeClient.js`;

/**
 * Bundles `services/fayeClient.ts` and faye's browser client into one script that takes its globals from the
 * test. Runs once, before the tests of this project.
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
