import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Builds the inbox and the page of its preview, which the desk serves at `/agent/`. Use `npm run build`, which keeps the files of earlier
 * builds.
 */
export default defineConfig({
  root: here('.'),
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
  build: {
    rollupOptions: { input: [here('index.html'), here('preview/index.html')] },
    outDir: '../dist',
    emptyOutDir: false,
    modulePreload: { polyfill: false },
  },
});
