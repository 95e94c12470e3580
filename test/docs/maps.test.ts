import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesOf, root } from '../../scripts/run.mjs';

const DESK = 'examples/support-desk';
const files = ['src', DESK, 'examples/gallery', 'scripts', 'test', 'locales'].flatMap((folder) =>
  filesOf(join(root, folder)).map((path) => path.replaceAll('\\', '/')),
);

/** What a map names that is in no working copy, or stands for many files. */
const NO_FILES = ['locales/CODE.json', 'test/output/durations.json'];

it.each(['src/README.md', `${DESK}/MAP.md`])('the maps %s names files that exist', (map) => {
  const text = readFileSync(join(root, map), 'utf8');
  const paths = [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|json))`/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(100);
  const missing = paths.filter(
    (path) => !existsSync(join(root, path)) && !files.some((file) => file.endsWith(`/${path}`)),
  );
  expect(missing.filter((path) => !NO_FILES.includes(path))).toEqual([]);
});
