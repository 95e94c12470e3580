import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDERS = ['features', 'conversation/composer'];

it('each feature names the few things it uses, and is not handed all that there is', () => {
  const src = join(import.meta.dirname, '../../../src');
  const wide = FOLDERS.flatMap((folder) =>
    readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) => /\b(FeatureDeps|CardDeps)\b/.test(readFileSync(join(src, folder, file), 'utf8'))),
  );
  expect(wide).toEqual([]);
});
