import { type EarlyMessage, keepEarly } from '../../../src/launcher/earlyMessages';
import type { LauncherConfig } from '../../../src/wire/config';
import type { Allowed, VisitorBrowser } from '../../support/visitorBrowser';

/** A page with the launcher, whose messenger has not arrived. The visitor writes all the same. */
export type LatePage = ReturnType<typeof createLatePage>;

const CONFIG = { integrationId: 'web', conversationHistory: 'remember' } as LauncherConfig;

/**
 * @param deps.now the visitor's clock, ms
 * @param deps.stores whether the visitor's consent allows storage
 */
export const createLatePage = (deps: {
  browser: VisitorBrowser;
  session: Storage;
  storage: Allowed | undefined;
  now: () => number;
  stores: boolean;
}) => {
  const { host, close } = deps.browser.openHost(deps.session, deps.storage);
  const window = Object.assign(host, { Math, JSON }) as typeof globalThis & Window;
  const unsent: EarlyMessage[] = [];
  return {
    session: deps.session,
    unsent,
    stores: deps.stores,
    /** Sends a text. */
    write(text: string) {
      const { now } = Date;
      Date.now = deps.now;
      try {
        unsent.push(keepEarly(window, CONFIG, text, deps.stores));
      } finally {
        Date.now = now;
      }
    },
    close,
  };
};
