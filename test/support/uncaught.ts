import type { BrowserContext } from 'playwright-core';
import { expect } from 'vitest';

const uncaught: string[] = [];

/**
 * Records what no script catches in a context's pages: exceptions and rejected promises, of the page, of every frame of
 * its own process (the messenger's realm is one) and of scripts of another origin, whose rejections pages cannot see.
 */
export const watchErrors = (context: BrowserContext): void => {
  context.on('weberror', (error) => {
    const cause: unknown = error.error();
    uncaught.push(cause instanceof Error ? (cause.stack ?? String(cause)) : String(cause));
  });
};

/** Hands over what was recorded so far, for a test that provokes it or that tells more about it. */
export const takeUncaught = (): string[] => uncaught.splice(0);

/** Fails where anything was recorded that no test took. */
export const expectNothingUncaught = (): void => expect(takeUncaught(), 'what no script caught').toEqual([]);
