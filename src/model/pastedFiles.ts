/** The last part of a path or of a `file:` address. */
const nameOf = (path: string): string => {
  const name = path.split(/[\\/]/).pop() ?? '';
  try {
    return decodeURIComponent(name).normalize();
  } catch {
    return name.normalize();
  }
};

/**
 * The files that a paste attaches. Spreadsheets and word processors put a picture of the copied text beside it; there
 * the text is meant. Some file managers put the names of the copied files beside them; there the files are meant.
 */
export const pastedFiles = (clipboard: Pick<DataTransfer, 'files' | 'getData'> | null): File[] => {
  const files = [...(clipboard?.files ?? [])];
  const lines = files[0]
    ? (clipboard?.getData('text/plain') ?? '').split(/[\r\n]+/).filter((line) => line.trim())
    : [];
  const names = files.map(({ name }) => name.normalize());
  return lines.every((line) => names.includes(nameOf(line.trim()))) ? files : [];
};
