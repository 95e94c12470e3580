import type { Clock } from './clock';
import { createTimer } from './timer';

/** Imports a file by its address, beside the messenger's. */
export type ImportFile = (address: string) => Promise<unknown>;

/**
 * Loads a file. Requests one that does not arrive at other addresses, too: a request may hang forever, and a second
 * import() of its address would join it. What the file imports must have loaded (`test/browser/builtFiles.test.ts`).
 * @param load imports it
 * @param name of the file, without its ending
 * @param ms how long it may take; each later wait is that much longer
 * @throws what `load` rejects with
 */
export const arrive = <T>(
  load: () => Promise<T>,
  name: string,
  ms: number,
  clock: Pick<Clock, 'after'>,
  elsewhere: ImportFile = (address) => import(/* @vite-ignore */ address),
): Promise<T> =>
  new Promise((arrived, failed) => {
    const timer = createTimer(clock);
    let tries = 0;
    const take = (file: T) => {
      timer.stop();
      arrived(file);
    };
    const wait = () =>
      timer.set(ms * ++tries, () => {
        elsewhere(`./${name}.js?${tries}`).then(
          (file) => take(file as T),
          () => {},
        );
        wait();
      });
    wait();
    load().then(take, (cause) => {
      timer.stop();
      failed(cause);
    });
  });
