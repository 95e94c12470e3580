import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** The widget's sources, its last build, and the pages that show it. */
const PARTS = [
  'src',
  'locales',
  'scripts',
  'dist',
  'package.json',
  'package-lock.json',
  'LICENSE',
  'tsconfig.json',
  'tsconfig.build.json',
  '.babelrc',
];

export type RepositoryCopy = {
  folder: string;
  /** Replaces a text in a file. Fails if the text is not found. */
  change(file: string, from: string, to: string): void;
  /** Builds the widget of the copy in its own process, as `npm run build` does. */
  build(): Promise<void>;
  close(): Promise<void>;
};

/** Creates a copy of the repository that a test may change and build. The original stays untouched. */
export const copyRepository = async (): Promise<RepositoryCopy> => {
  const folder = mkdtempSync(join(tmpdir(), 'porch-copy-'));
  for (const part of PARTS) cpSync(join(repository, part), join(folder, part), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    change(file, from, to) {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
      writeFileSync(path, text.replace(from, to));
    },
    async build() {
      const child = spawn(process.execPath, ['scripts/build.mjs'], { cwd: folder });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          output += chunk;
        });
      }
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error(`The copy could not be built: ${output}`);
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
};
