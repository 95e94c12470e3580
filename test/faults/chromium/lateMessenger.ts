import type { BrowserContext, Route } from 'playwright-core';
import type { LateFile } from './schedule';

/** Keeps the messenger's file away from the pages of a browser, for a while. */
export const holdMessenger = async (context: BrowserContext) => {
  let how: LateFile | undefined;
  /** Whether a page has asked for the file since it is kept away. */
  let asked = false;
  const held = new Set<Route>();
  const pass = (route: Route) => void route.fallback().catch(() => {});
  await context.route(/\/messenger\.js$/, (route) => {
    if (!how) return pass(route);
    asked = true;
    if (how === 'held') held.add(route);
    else void route.abort().catch(() => {});
  });
  return {
    keepAway(next: LateFile) {
      how = next;
      asked = false;
    },
    /** Whether the file is kept away and a page has felt it. */
    isAway: () => how !== undefined && asked,
    release() {
      how = undefined;
      for (const route of held) pass(route);
      held.clear();
    },
  };
};
