/** Long enough for a browser to have begun with the download. */
const KEPT_MS = 60_000;

/** Lets the browser download a file under this name. */
export const saveFile = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
};
