import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type PluginOption } from 'vite';
import { root } from '../../scripts/run.mjs';

type Options = {
  /** How the code's file ends: `ts`, `tsx` or `vue`. */
  language: string;
  /** What is done with the code's exports, as a module that imports them from `./code`. */
  entry: string;
  plugins?: PluginOption[];
  /** Where packages are found that the repository does not have, by name. */
  packages?: Record<string, string>;
};

/** Bundles code of the documentation as a publisher's app, with the package `porch-messenger` as it is built. @returns a script */
export const bundleCode = async (code: string, options: Options): Promise<string> => {
  const { language, entry, plugins = [], packages = {} } = options;
  mkdirSync(join(root, 'test/output'), { recursive: true });
  const folder = mkdtempSync(join(root, 'test/output/code-'));
  try {
    writeFileSync(join(folder, `code.${language}`), code);
    writeFileSync(join(folder, 'entry.ts'), entry.replace("'./code'", `'./code.${language}'`));
    const made = await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      plugins,
      // Vitest’s NODE_ENV would choose React’s development build.
      oxc: { jsx: { runtime: 'automatic', development: false } },
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: {
        alias: [
          { find: /^porch-messenger$/, replacement: join(root, 'build/npm/index.js') },
          { find: /^porch-messenger\/(\w+)$/, replacement: join(root, 'build/npm/$1.js') },
          ...Object.entries(packages).map(([find, replacement]) => ({ find, replacement })),
        ],
      },
      build: {
        write: false,
        lib: { entry: join(folder, 'entry.ts'), formats: ['iife'], name: 'App', fileName: 'app' },
      },
    });
    const [{ output }] = made as unknown as [{ output: [{ code: string }] }];
    return output[0].code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
