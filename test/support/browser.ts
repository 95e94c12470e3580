import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium, findHeadlessShell } from '../../scripts/setup.mjs';
import { type PageProblems, type Provoked, watchProblems } from './pageProblems';
import { PATIENCE } from './patience.mjs';
import { watchErrors } from './uncaught';

/** Flags that let Chromium run as root on a closed network, without network calls of its own. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The proxies of tests have certificates of their own. Each request that ignores an error by itself restarts.
  '--ignore-certificate-errors',
];

/**
 * Starts Chromium's headless shell, or Chromium itself where there is none. The caller closes it. An uncaught
 * exception or rejection on any of its pages fails the test (`uncaught.ts`).
 * @param complete starts Chromium with windows and a back/forward cache, which the shell does not have
 */
export const launchBrowser = async (
  extraFlags: readonly string[] = [],
  { complete = false } = {},
): Promise<Browser> => {
  const browser = await chromium.launch({
    executablePath: (!complete && findHeadlessShell()) || findChromium(),
    headless: true,
    args: [...FLAGS, ...extraFlags],
    // What Playwright takes away by default: scrollbars, and the back/forward cache.
    ignoreDefaultArgs: ['--hide-scrollbars', ...(complete ? ['--disable-back-forward-cache'] : [])],
  });
  browser.on('context', watchErrors);
  return browser;
};

export type SharedBrowser = {
  browser: Browser;
  /** Closes what this file has opened. The browser stays for the next file. */
  close(): Promise<void>;
};

let shared: Promise<Browser> | undefined;

/** The one browser of this worker, whose files run one after another. It ends with the worker. */
export const shareBrowser = async (): Promise<SharedBrowser> => {
  shared ??= launchBrowser();
  const browser = await shared;
  return {
    browser,
    close: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
  };
};

/** `at`: the address that the page opens. */
export type PageOptions = BrowserContextOptions & Provoked & { at?: string };

export type OpenedPage = {
  page: Page;
  problems: PageProblems;
  /** Closes the page and its context before the test ends. */
  close(): Promise<void>;
};

/**
 * Options of a visitor who sees motion. Motion draws the window again for each of its frames, which takes a fifth of a
 * visit's processor time, so only tests of files where motion may matter ask for it.
 */
export const MOVING = { reducedMotion: 'no-preference' } as const;

/**
 * Opens a page in a new context, which shares no cookies or storage; it is empty unless `at` has an address. The context closes when the test ends, or,
 * if no test has begun, with the file. A problem on any of its pages fails the test. Its visitor asks for reduced
 * motion unless `options` say otherwise.
 */
export const openPage = async (
  browser: Browser,
  { expectedProblems, possibleProblems, at, ...options }: PageOptions = {},
): Promise<OpenedPage> => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  const { problems, close } = await watchProblems(context, { expectedProblems, possibleProblems });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  if (at !== undefined) await page.goto(at);
  return { page, problems, close };
};
