import { zipSync } from 'fflate';
import { COMPRESSED } from '../compress.mjs';

const UNIX = 3;
const MODE = 0o644;

/** The loaders come last, so that unpacking into a served folder adds them when everything they load is already there. */
const isLoader = (/** @type {string} */ name) => /^porch(\.\w+)?\.js$/.test(name.replace(COMPRESSED, ''));

/**
 * Packs files into a zip that depends on their names and contents only.
 * @param {Record<string, string | Uint8Array>} files by path
 */
export const zip = (files) => {
  // A zip has local times without a zone, so this time is the same in each zone.
  const mtime = new Date(1980, 0, 1);
  const names = Object.keys(files).sort();
  const ordered = [...names.filter((name) => !isLoader(name)), ...names.filter(isLoader)];
  return zipSync(
    Object.fromEntries(
      ordered.map((name) => [
        name,
        [
          new Uint8Array(Buffer.from(files[name] ?? '')),
          { level: COMPRESSED.test(name) ? 0 : 9, mtime, os: UNIX, attrs: MODE << 16 },
        ],
      ]),
    ),
  );
};
