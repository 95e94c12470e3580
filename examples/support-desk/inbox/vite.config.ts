import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/**
 * Builds the inbox, which the desk serves at `/agent/`. Use `npm run build`, which keeps the files of earlier
 * builds.
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
  // faye's browser client calls the global object `global`, as Node does.
  define: { global: 'globalThis' },
  build: { outDir: '../dist', emptyOutDir: false, modulePreload: { polyfill: false } },
});
