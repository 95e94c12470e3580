/** An item on the shelf. `at` is when it was last put there, in ms; `size` is in bytes. */
export type Shelved = { name: string; at: number; size: number };

/**
 * What the processes of a desk share besides the uploaded files. An upload's id has no slash, so nobody can upload to
 * it, or read it as an upload, and the upkeep that removes unused files does not see it.
 */
export type Shelf = {
  list(): Promise<Shelved[]>;
  /** Puts the whole item there, in place of an item with that name. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<Uint8Array>;
  /** Removes it. Succeeds if it is missing. */
  remove(name: string): Promise<void>;
};

/** The folders under the folder or the prefix of the uploads: builds, and the marks of the desks that store files there. */
export type ShelfName = 'builds' | 'desks';

const NAME = /^[\w-]{1,128}$/;
export const isName = (name: string): boolean => NAME.test(name);
