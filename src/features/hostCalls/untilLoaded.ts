import { CALL_FILE_AGAIN_MS, CALL_FILE_TRIES } from '../../model/retries/calls';
import type { Clock } from '../../platform/clock';
import type { Page } from '../../platform/page';

/** Loads something again after a failure. Rejects after `CALL_FILE_TRIES` failures online. */
export type UntilLoaded = <T>(load: () => Promise<T>) => Promise<T>;

/** Creates what loads the files of the page's calls, so that no call is lost with a file that failed to load once. */
export const createUntilLoaded =
  ({
    page,
    clock,
    onDispose,
  }: {
    page: Pick<Page, 'online' | 'onOnline'>;
    clock: Pick<Clock, 'after'>;
    onDispose: (undo: () => void) => void;
  }): UntilLoaded =>
  async (load) => {
    for (let left = CALL_FILE_TRIES; ; )
      try {
        return await load();
      } catch (cause) {
        const online = page.online();
        if (online && !--left) throw cause;
        await new Promise<unknown>((again) => {
          if (online) clock.after(CALL_FILE_AGAIN_MS, again as () => void);
          else onDispose(page.onOnline(again));
        });
      }
  };
