import type { Browser } from 'playwright-core';
import { afterAll, onTestFinished } from 'vitest';
import { shareBrowser } from './browser';
import { type Desk, type DeskOptions, startDesk } from './desk';
import { type HostPages, startHostPages } from './hostPages';

/**
 * Starts a resource for the tests of one file and closes it after the last test. Resources close in reverse
 * order.
 */
export const forThisFile = async <T extends { close(): Promise<unknown> }>(
  beginning: Promise<T>,
): Promise<T> => {
  const begun = await beginning;
  afterAll(async () => {
    await begun.close();
  });
  return begun;
};

/** Starts a resource for one test. It closes after the pages that the test opens later. */
export const forThisTest = async <T extends { close(): Promise<unknown> }>(
  beginning: Promise<T>,
): Promise<T> => {
  const begun = await beginning;
  onTestFinished(async () => {
    await begun.close();
  });
  return begun;
};

/**
 * Starts the resources most test files need: `const { browser, desk } = await setUp()`.
 * A file with other needs calls `forThisFile(startDesk())` and so on itself.
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
  // The browser comes last and so closes its pages first: they never outlive their servers.
  const { browser } = await forThisFile(shareBrowser());
  return { browser, desk, pages };
};
