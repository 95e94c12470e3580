import type { BrowserContext } from 'playwright-core';
import { expect, onTestFinished, TestRunner } from 'vitest';

/** The problems on the pages of a context and in their frames, in the order they happened. */
export type PageProblems = {
  /** Texts of `console.error`, and errors that the browser itself logs. */
  consoleErrors: string[];
  /** Uncaught exceptions and rejections. */
  pageErrors: string[];
  /** 'directive: blocked address' of each violation of a content security policy, enforced or report-only. */
  cspViolations: string[];
};

/** Patterns of the problems that a test provokes. Any other problem fails it. */
export type Provoked = {
  /** What must happen. */
  expectedProblems?: readonly RegExp[];
  /** What may happen: it depends on what comes first. */
  possibleProblems?: readonly RegExp[];
};

type Watched = {
  problems: PageProblems;
  /** Fails on a problem that is not expected. */
  check(): void;
  /** Closes the context, and fails on a problem that is not expected or an expected one that did not happen. */
  close(): Promise<void>;
};

/** How long an expected problem may take to be reported after its test has ended: the browser logs a moment later. */
const LATE_MS = 5_000;

const REPORT = '__reportCspViolation';

const reportViolations = async (context: BrowserContext, report: (text: string) => void): Promise<void> => {
  await context.exposeFunction(REPORT, report);
  await context.addInitScript((name) => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const tell: unknown = Reflect.get(window, name);
      const text = `${event.effectiveDirective}: ${event.blockedURI} (${event.sourceFile}:${event.lineNumber})`;
      if (typeof tell === 'function') tell(text);
    });
  }, REPORT);
};

/** Contexts that were opened outside a test, for several tests of a file. */
const shared = new Set<Watched>();

/**
 * Watches a context before it has pages. One that a test opens closes, and is checked, when the test ends. One that
 * was opened for several tests is checked after each of them.
 */
export const watchProblems = async (
  context: BrowserContext,
  { expectedProblems: expected = [], possibleProblems: possible = [] }: Provoked,
): Promise<Watched> => {
  const problems: PageProblems = { consoleErrors: [], pageErrors: [], cspViolations: [] };
  const unexpected: string[] = [];
  const missing = new Set(expected);
  let allHappened = () => {};
  const record = (kind: keyof PageProblems, text: string) => {
    problems[kind].push(text);
    const matching = [...expected, ...possible].filter((pattern) => pattern.test(text));
    for (const pattern of matching) missing.delete(pattern);
    if (matching.length === 0) unexpected.push(text);
    if (missing.size === 0) allHappened();
  };
  context.on('console', (message) => {
    if (message.type() === 'error') record('consoleErrors', message.text());
  });
  context.on('weberror', (error) => record('pageErrors', String(error.error())));
  await reportViolations(context, (text) => record('cspViolations', text));

  const watched: Watched = {
    problems,
    check: () => expect(unexpected.splice(0), 'problems on the page').toEqual([]),
    async close() {
      shared.delete(watched);
      if (missing.size > 0)
        await new Promise<void>((resolve) => {
          allHappened = resolve;
          setTimeout(resolve, LATE_MS).unref();
        });
      await context.close();
      const result = { unexpected: unexpected.splice(0), missing: [...missing] };
      expect(result, 'problems on the page').toEqual({ unexpected: [], missing: [] });
    },
  };
  if (TestRunner.getCurrentTest()) onTestFinished(watched.close);
  else shared.add(watched);
  return watched;
};

/** Fails on problems since the last test on pages that several tests share. */
export const checkSharedPages = (): void => {
  for (const { check } of shared) check();
};

/** Checks the shared pages for the last time, after all tests of a file. */
export const endSharedPages = (): void => {
  const ended = [...shared];
  shared.clear();
  for (const { check } of ended) check();
};
