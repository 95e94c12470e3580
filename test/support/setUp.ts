import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { launchBrowser } from './browser';
import { type Desk, type DeskOptions, startDesk } from './desk';
import { type HostPages, startHostPages } from './hostPages';

/** Gives what was begun to a file's tests, and closes it after the last of them: what was begun last ends first. */
export const forThisFile = async <T extends { close(): Promise<unknown> }>(
  beginning: Promise<T>,
): Promise<T> => {
  const begun = await beginning;
  afterAll(async () => {
    await begun.close();
  });
  return begun;
};

/**
 * What most files' tests need, from a file's first lines to its last test: `const { browser, desk } = await setUp()`.
 * A file that needs something else, or more of it, has the same of `forThisFile(startDesk())`.
 */
export const setUp = async (
  options?: DeskOptions,
): Promise<{
  browser: Browser;
  /** The real desk, in memory. */
  desk: Desk;
  /** A publisher's server. */
  pages: HostPages;
}> => {
  const desk = await forThisFile(startDesk(options));
  const pages = await forThisFile(startHostPages());
  // Ends first, so that no page of it misses its servers.
  return { browser: await forThisFile(launchBrowser()), desk, pages };
};
