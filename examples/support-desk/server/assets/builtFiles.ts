import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SUFFIXES } from '../http/compress';

type Served = {
  /** The path under which the desk serves it. */
  mount: string;
  /** The folder in the repository. */
  folder: string;
  /** The files whose names change with their content. @param file in the folder */
  isHashed: (file: string) => boolean;
};

const isAsset = (file: string): boolean => /^assets\/[^/]+$/.test(file);

/** What each process serves of a build. Open pages may request their files from any process. */
const SERVED: readonly Served[] = [
  { mount: '/porch', folder: 'dist', isHashed: (file) => /^\w+\/./.test(file) },
  { mount: '/agent', folder: 'examples/support-desk/dist', isHashed: isAsset },
  { mount: '/docs', folder: 'examples/support-desk/docs/dist', isHashed: isAsset },
];

/** A file of a build: its address, its path, and whether its brotli version is beside it. */
export type BuiltFile = { path: string; file: string; isCompressed: boolean };
/** `id` is the same for builds with the same files. */
type Build = { id: string; files: BuiltFile[] };

const isCompressed = (name: string): boolean =>
  Object.values(SUFFIXES).some((suffix) => name.endsWith(suffix));

/** Whether every process serves this, whatever its own build. @param path as in an address */
export const isShared = (path: string): boolean =>
  SERVED.some(
    ({ mount, isHashed }) => path.startsWith(`${mount}/`) && isHashed(path.slice(mount.length + 1)),
  );

const listed = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))
    .map((file) => file.replaceAll('\\', '/'));

/** The files of the newest build in a folder that may have older ones. `scripts/keepBuilds.mjs` writes the record. */
const newest = async (folder: string): Promise<string[]> => {
  try {
    const { builds } = JSON.parse(await readFile(join(folder, '.builds.json'), 'utf8'));
    return builds.at(-1).files as string[];
  } catch {
    return listed(folder);
  }
};

/** The build that this process serves now. */
export const currentBuild = async (repository: string): Promise<Build> => {
  const files: BuiltFile[] = [];
  for (const { mount, folder, isHashed } of SERVED) {
    const root = join(repository, folder);
    const names = new Set(await newest(root));
    for (const name of names)
      if (!isCompressed(name) && isHashed(name))
        files.push({
          path: `${mount}/${name}`,
          file: join(root, name),
          isCompressed: names.has(name + SUFFIXES.br),
        });
  }
  const paths = files.map(({ path }) => path).sort();
  const id = createHash('sha256').update(paths.join('\n')).digest('base64url').slice(0, 22);
  return { id, files };
};
