import type { Lock } from '../../src/platform/inTurn';

/** The locks of one browser's tabs: each is given to one request after another. */
export const createTabLock = (): Lock => {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const mine = (last.get(name) ?? Promise.resolve()).then(work);
    last.set(
      name,
      mine.catch(() => {}),
    );
    return mine;
  };
};
