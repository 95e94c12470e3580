import type { Clock } from './clock';
import { createTimer } from './timer';

/** An upload without progress for this long counts as lost. */
const IDLE_MS = 30_000;

/**
 * A `fetch` for one upload that reports upload progress, which `fetch` itself cannot. It has no time limit
 * while bytes move.
 * @param deps.canceled aborts the upload
 * @param deps.onProgress called with 0 to 1
 */
export const createUploadFetch = (deps: {
  clock: Clock;
  cancelled: AbortSignal;
  onProgress: (progress: number) => void;
}): typeof fetch => {
  const { clock, cancelled, onProgress } = deps;
  return (url, { method = 'GET', headers, body } = {}) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      const idle = createTimer(clock);
      const moves = () => {
        idle.set(IDLE_MS, () => xhr.abort());
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
        resolve(
          new Response(xhr.responseText || null, {
            status: xhr.status,
            // Read only after a refusal: browsers log an error where the service does not let pages read it.
            headers: {
              'retry-after': (xhr.status === 429 && xhr.getResponseHeader('retry-after')) as string,
            },
          }),
        );
      // `loadend` comes after every other event. After an answer, the rejection has no effect.
      const end = () => {
        idle.stop();
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
 * Draws an image file on a canvas. It needs no blob address, which a page's content security policy could
 * block.
 * @param width the largest width, in CSS pixels
 * @param height the largest height, in CSS pixels
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
