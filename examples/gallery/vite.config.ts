import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/**
 * Builds the gallery, which the desk serves at `/gallery/`. Use `npm run build`, which keeps the files of
 * earlier builds.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Relative, so that it works under any base path behind a proxy.
  base: './',
  resolve: {
    alias: [
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      { find: /^@preact\/signals-react$/, replacement: '@preact/signals' },
    ],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { outDir: 'dist', emptyOutDir: false, modulePreload: { polyfill: false } },
});
