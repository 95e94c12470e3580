import type { BrowserContext } from 'playwright-core';
import { expect } from 'vitest';

const uncaught: string[] = [];

/**
 * Records uncaught exceptions and rejections in all pages of a context. This includes frames with their own
 * process, such as the messenger's, and scripts of other origins, whose rejections a page cannot observe.
 */
export const watchErrors = (context: BrowserContext): void => {
  context.on('weberror', (error) => {
    const cause: unknown = error.error();
    uncaught.push(cause instanceof Error ? (cause.stack ?? String(cause)) : String(cause));
  });
};

/** Returns and clears the recorded errors, for tests that provoke them or report details. */
export const takeUncaught = (): string[] => uncaught.splice(0);

/** Fails if any recorded error was not taken by a test. */
export const expectNothingUncaught = (): void => expect(takeUncaught(), 'what no script caught').toEqual([]);
