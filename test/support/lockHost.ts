type Request = (name: string, work: () => Promise<unknown>) => Promise<unknown>;

/** The window of a page whose lock manager is `request`. */
export const hostWith = (request: Request): Window =>
  ({ navigator: { locks: { request } } }) as unknown as Window;

/** The window of each tab of one browser, which gives a lock to one request after another. */
export const createLockHost = (): Window => {
  const last = new Map<string, Promise<unknown>>();
  return hostWith((name, work) => {
    const mine = (last.get(name) ?? Promise.resolve()).then(work);
    last.set(
      name,
      mine.catch(() => {}),
    );
    return mine;
  });
};
