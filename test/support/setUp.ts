import type { Browser } from 'playwright-core';
import { shareBrowser } from './browser';
import { type Desk, type DeskOptions, startDesk } from './desk';
import { forThisFile } from './forThis';
import { fixture, type HostPages, startHostPages } from './hostPages';

export { forThisFile, forThisTest } from './forThis';

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
  /** Serves a plain page whose script runs before the loader. @returns its address */
  pageWith(script?: string, headers?: Record<string, string>): string;
}> => {
  const desk = await forThisFile(startDesk(options));
  const pages = await forThisFile(startHostPages());
  // The browser comes last and so closes its pages first: they never outlive their servers.
  const { browser } = await forThisFile(shareBrowser());
  const pageWith = (script = '', headers?: Record<string, string>) => {
    const HEAD = script && `<script>${script}</script>`;
    return pages.serve(fixture('plain.html', { DESK: desk.origin, HEAD }), headers);
  };
  return { browser, desk, pages, pageWith };
};
