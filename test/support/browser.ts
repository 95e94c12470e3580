import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium, findHeadlessShell } from '../../scripts/setup.mjs';
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
    // Playwright disables the back/forward cache by default.
    ignoreDefaultArgs: complete ? ['--disable-back-forward-cache'] : [],
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

/** The problems on a page and in its frames, in the order they happened. */
export type PageProblems = {
  /** Texts of `console.error`, and errors that the browser itself logs. */
  consoleErrors: string[];
  /** Uncaught exceptions and rejections. */
  pageErrors: string[];
  /** 'directive: blocked address' of each violation of a content security policy, enforced or report-only. */
  cspViolations: string[];
};

export type OpenedPage = {
  page: Page;
  problems: PageProblems;
  /** All problems as one list, so that a test can expect it to be empty. */
  allProblems(): string[];
  /** Closes the page and its context. */
  close(): Promise<void>;
};

const REPORT = '__reportCspViolation';

/**
 * Options of a visitor who sees motion. Motion draws the window anew for each of its frames, which takes a fifth of a
 * visit's processor time, so only tests of files where motion may matter ask for it.
 */
export const MOVING = { reducedMotion: 'no-preference' } as const;

/**
 * Opens an empty page in a new context, which shares no cookies or storage, and records its problems. Its visitor asks
 * for reduced motion unless `options` say otherwise.
 */
export const openPage = async (
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  const problems: PageProblems = { consoleErrors: [], pageErrors: [], cspViolations: [] };
  await context.exposeFunction(REPORT, (violation: string) => {
    problems.cspViolations.push(violation);
  });
  await context.addInitScript((name) => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(window, name);
      const text = `${event.effectiveDirective}: ${event.blockedURI} (${event.sourceFile}:${event.lineNumber})`;
      if (typeof report === 'function') report(text);
    });
  }, REPORT);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on('console', (message) => {
    if (message.type() === 'error') problems.consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => problems.pageErrors.push(String(error)));
  return {
    page,
    problems,
    allProblems: () => [...problems.pageErrors, ...problems.cspViolations, ...problems.consoleErrors],
    close: () => context.close(),
  };
};
