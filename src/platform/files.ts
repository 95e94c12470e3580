import type { Clock } from './clock';

/** A connection over which nothing moves for this long counts as lost. */
const IDLE_MS = 30_000;

/**
 * `fetch` for one upload: it tells how much is out, which `fetch` itself cannot, and allows any time while bytes move.
 * @param deps.cancelled ends it
 * @param deps.onProgress told 0 to 1
 */
export const createUploadFetch = (deps: {
  clock: Clock;
  cancelled: AbortSignal;
  onProgress: (part: number) => void;
}): typeof fetch => {
  const { clock, cancelled, onProgress } = deps;
  return (url, { method = 'GET', headers, body } = {}) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      let cancelIdle = () => {};
      const moves = () => {
        cancelIdle();
        cancelIdle = clock.after(IDLE_MS, () => xhr.abort());
      };
      const stop = () => xhr.abort();
      xhr.open(method, String(url));
      for (const [name, value] of Object.entries(headers as Record<string, string>))
        xhr.setRequestHeader(name, value);
      xhr.upload.onprogress = ({ loaded, total }) => {
        moves();
        onProgress(total ? loaded / total : 0);
      };
      xhr.onload = () =>
        resolve({
          ok: xhr.status >= 200 && xhr.status < 300,
          status: xhr.status,
          text: async () => xhr.responseText,
        } as Response);
      // Comes after every other event; where there was an answer, it changes nothing.
      const end = () => {
        cancelIdle();
        cancelled.removeEventListener('abort', stop);
        reject(new TypeError('The upload was cut'));
      };
      xhr.onloadend = end;
      if (cancelled.aborted) return end();
      cancelled.addEventListener('abort', stop);
      moves();
      xhr.send(body as FormData);
    });
};

/**
 * Draws an image file without an address of its own, so that no page's policy has to allow one (DESIGN.md 3.18).
 * @param width the widest it may be, in CSS pixels
 * @returns whether it could be drawn
 */
export const drawImage = async (
  canvas: HTMLCanvasElement,
  file: Blob,
  width: number,
  height: number,
): Promise<boolean> => {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, width / bitmap.width, height / bitmap.height);
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return true;
  } catch {
    return false;
  }
};
