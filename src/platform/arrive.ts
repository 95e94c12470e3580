import type { Clock } from './clock';
import { createTimer } from './timer';

/** Imports a file by its address, beside the messenger's. */
export type ImportFile = (address: string) => Promise<unknown>;

/** How many addresses of files were made up. Each is new: a browser may keep what failed at one of them. */
let addresses = 0;

/**
 * Loads a file. Requests one that fails or does not arrive at other addresses, too: a second import() of its address
 * would join the request that hangs, or get the failure that the browser keeps. What the file imports must have loaded
 * (`test/browser/builtFiles.test.ts`).
 * @param load imports it
 * @param name of the file, without its ending
 * @param ms how long it may take; each later wait is that much longer
 * @throws what the third request rejects with, where all three are rejected
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
    let waits = 0;
    const ask = () => elsewhere(`./${name}.js?${++addresses}`) as Promise<T>;
    const take = (file: T) => {
      timer.stop();
      arrived(file);
    };
    const wait = () =>
      timer.set(ms * ++waits, () => {
        ask().then(take, () => {});
        wait();
      });
    wait();
    load()
      .catch(ask)
      .catch(ask)
      .then(take, (cause) => {
        timer.stop();
        failed(cause);
      });
  });
