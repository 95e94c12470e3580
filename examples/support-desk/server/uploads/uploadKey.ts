const ID = /^[\w-]{8,128}$/;

/**
 * Where a file is stored, under the folder or the bucket's prefix: in a subfolder named by the first characters of its
 * id. The same in a folder, in a bucket and in a backup, so that files can be copied between them.
 * @throws for an id that could leave the folder. The desk creates the ids itself, so this is a bug.
 */
export const keyOf = (id: string): string => {
  if (!ID.test(id)) throw new Error('not the id of an upload');
  return `${id.slice(0, 2)}/${id}`;
};

/** The id of the file stored there; undefined for anything else. */
export const idAt = (key: string): string | undefined => {
  const id = key.slice(3);
  return ID.test(id) && key === keyOf(id) ? id : undefined;
};
