import { afterAll, onTestFinished } from 'vitest';

/**
 * Starts a resource for the tests of one file, or of one `describe`, and closes it after the last test. Resources close
 * in reverse order.
 */
export const forThisFile = async <T extends { close(): unknown }>(beginning: Promise<T>): Promise<T> => {
  const begun = await beginning;
  afterAll(async () => {
    await begun.close();
  });
  return begun;
};

/** Starts a resource for one test. It closes after the pages that the test opens later. */
export const forThisTest = async <T extends { close(): unknown }>(beginning: Promise<T>): Promise<T> => {
  const begun = await beginning;
  onTestFinished(async () => {
    await begun.close();
  });
  return begun;
};
