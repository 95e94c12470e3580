import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { watchErrors } from './uncaught';

/** Flags that let Chromium run as root on a closed network, without calls of its own. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts a headless Chromium: CHROMIUM_PATH, else /usr/bin/chromium. The caller closes it. An exception or a rejection
 * that nobody handles, on any of its pages, fails the test (`uncaught.ts`).
 * @param withoutFlags flags that Playwright adds by itself and that this browser is to do without
 */
export const launchBrowser = async (
  extraFlags: readonly string[] = [],
  withoutFlags: string[] = [],
): Promise<Browser> => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    headless: true,
    args: [...FLAGS, ...extraFlags],
    ignoreDefaultArgs: withoutFlags,
  });
  browser.on('context', watchErrors);
  return browser;
};

/** What went wrong on a page, in the order it happened, frames included. */
export type PageProblems = {
  /** `console.error` and what the browser itself logs as an error. */
  consoleErrors: string[];
  /** Exceptions and rejections nobody caught. */
  pageErrors: string[];
  /** 'directive: blocked address' of each violation of a content security policy, reported only or enforced. */
  cspViolations: string[];
};

export type OpenedPage = {
  page: Page;
  problems: PageProblems;
  /** All problems as one list, for a test to compare with an empty one. */
  allProblems(): string[];
  /** Closes the page with its context. */
  close(): Promise<void>;
};

const REPORT = '__reportCspViolation';

/** Opens an empty page in a fresh context (no cookies or storage shared) and records what goes wrong on it. */
export const openPage = async (
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
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
  // Below the runner's own limit, so that a failure says what was waited for.
  page.setDefaultTimeout(10_000);
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
