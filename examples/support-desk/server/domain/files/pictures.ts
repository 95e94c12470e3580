import type { Json } from '../../model/entities';
import type { Picture, SavedFile } from '../../model/settingsEntities';
import { uploadIdIn, uploadIdOf, uploadPath } from '../../model/uploadAddress';
import type { Reads } from '../../store/reads';
import type { Deps } from '../deps';

/** The most bytes of an uploaded picture, and the most pixels of each side. */
export const MAX_PICTURE_BYTES = 1_048_576;
export const MAX_PICTURE_SIDE = 1024;

/** The types that every browser shows, with their file extensions. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/** The extension of a picture's file; `undefined` for a type that not every browser shows. */
export const pictureExtension = (mediaType: string): string | undefined => EXTENSIONS[mediaType];

/** A picture in settings. */
const picturePath = ({ id, mediaType }: Pick<Picture, 'id' | 'mediaType'>): string =>
  uploadPath(id, `picture.${pictureExtension(mediaType)}`);

/** What a picture of the settings lacks. */
const NO_FILE = { fileName: null, size: null, width: null, height: null };

/** Stores a picture. Settings that name it may be saved later. @returns its path */
export const keepPicture = async (
  { store, now }: Pick<Deps, 'store' | 'now'>,
  picture: Pick<Picture, 'id' | 'mediaType'>,
): Promise<string> => {
  await store.transaction((tx) => tx.insertPicture({ ...picture, ...NO_FILE, createdAt: now() }));
  return picturePath(picture);
};

/** Stores a file of saved replies, which may be saved later. @returns its row */
export const keepSavedFile = async (
  { store, now }: Pick<Deps, 'store' | 'now'>,
  file: Pick<Picture, 'id' | 'mediaType'> & SavedFile,
): Promise<void> => store.transaction((tx) => tx.insertPicture({ ...file, createdAt: now() }));

const PICTURE_KEY = 'avatarUrl';

/** A copy of a value in which `change` was applied to each picture. */
const mapPictures = (value: unknown, change: (picture: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((entry) => mapPictures(entry, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      key === PICTURE_KEY && typeof entry === 'string' ? change(entry) : mapPictures(entry, change),
    ]),
  );
};

/**
 * Settings with the paths of uploaded pictures in place of full addresses, so that the pictures work under each address
 * of the desk.
 */
export const withPicturePaths = async (store: Pick<Reads, 'pictures'>, value: Json): Promise<Json> => {
  const paths = new Map((await store.pictures()).map((picture) => [picture.id, picturePath(picture)]));
  return mapPictures(value, (address) => paths.get(uploadIdOf(address) ?? '') ?? address) as Json;
};

const idsIn = (value: unknown): string[] => {
  const ids: string[] = [];
  mapPictures(value, (path) => {
    ids.push(uploadIdIn(path) ?? '');
    return path;
  });
  return ids;
};

/** How many versions of the settings to read at once. */
const VERSIONS_AT_ONCE = 50;

const idsInVersions = async (store: Pick<Reads, 'settingsVersions'>): Promise<Set<string>> => {
  const ids = new Set<string>();
  for (let before: number | undefined; ; ) {
    const versions = await store.settingsVersions({ before, limit: VERSIONS_AT_ONCE });
    for (const { value } of versions) for (const id of idsIn(value)) ids.add(id);
    before = versions.at(-1)?.version;
    if (versions.length < VERSIONS_AT_ONCE) return ids;
  }
};

/**
 * Forgets the pictures that no version of the settings uses, and the files that no saved reply holds, so that the
 * storage can remove them.
 * @param createdBefore ms; a younger one may be in a form that is not saved yet
 * @returns the ids of those that must stay stored: also of files just forgotten, which a reply may be sending
 */
export const forgetUnusedPictures = (
  deps: Pick<Deps, 'store' | 'settings'>,
  createdBefore: number,
): Promise<string[]> =>
  deps.store.transaction(async (tx) => {
    // The lock keeps settings from being saved until then.
    await tx.lockDesk();
    const named = await idsInVersions(tx);
    for (const id of idsIn(deps.settings())) named.add(id);
    for (const { files } of await tx.savedReplies()) for (const { id } of files) named.add(id);
    const all = await tx.pictures();
    const unused = all.filter(({ id, createdAt }) => !named.has(id) && createdAt < createdBefore);
    if (unused.length > 0) await tx.deletePictures(unused.map(({ id }) => id));
    return all.filter((one) => one.fileName !== null || !unused.includes(one)).map(({ id }) => id);
  });
