import type { Clock } from '@porch/messenger/platform/clock';

/** Long enough for a browser to have started the download. */
const KEPT_MS = 60_000;

/** Makes the browser download a file under this name. */
export const saveFile = (clock: Pick<Clock, 'after'>, file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  clock.after(KEPT_MS, () => URL.revokeObjectURL(url));
};
