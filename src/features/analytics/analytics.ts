import type { Launcher } from '../../launcher/launcherType';
import type { Handover } from '../../loader/handover';
import { accountUrl } from '../../model/baseUrls';
import { createClock } from '../../platform/clock';
import { consentAfter, firstConsent } from '../../platform/consentLevel';
import { createId } from '../../platform/ids';
import { postQuietly } from '../../platform/postQuietly';
import type { LauncherConfig } from '../../wire/config';
import { createAnalytics } from './createAnalytics';
import { createKeep } from './keep';

/** Set by the build. */
declare const PORCH_VERSION: string;

type Host = Window & {
  navigator: Navigator & { globalPrivacyControl?: unknown };
  HelpCenter?: unknown;
};

/** The publisher's page must not notice what fails here. */
const quietly =
  <A extends unknown[]>(run: (...args: A) => unknown) =>
  (...args: A): void => {
    try {
      run(...args);
    } catch {
      // A page without analytics works as well.
    }
  };

/** TypeScript does not know that a browser may render a page ahead, before the visitor opens it. */
type Activated = PerformanceNavigationTiming & { activationStart?: number };

/** What the page loaded, and how long that took. */
const factsOf = (host: Host) => {
  const { document, navigator, performance } = host;
  const [entry] = performance.getEntriesByType('navigation') as Activated[];
  const opened = entry?.activationStart ?? 0;
  return {
    url: () => host.location.href,
    title: () => document.title,
    referrer: () => document.referrer,
    userAgent: () => navigator.userAgent,
    language: () => navigator.language,
    began: () => Math.round(performance.timeOrigin + opened),
    loadTime: () => (entry?.domContentLoadedEventEnd ?? 0) - opened,
    helpCenter: () => host.HelpCenter !== undefined,
  };
};

/**
 * Follows the page's life. These are the listeners of `platform/page`, which the label's file shares; a chunk for both
 * would be one more request for the label.
 * @returns the undo
 */
const follow = (host: Host, on: { hidden(): void; left(): void; shownAgain(): void }): (() => void) => {
  const { document } = host;
  const hide = () => document.visibilityState === 'hidden' && on.hidden();
  const show = ({ persisted }: PageTransitionEvent) => persisted && on.shownAgain();
  document.addEventListener('visibilitychange', hide);
  host.addEventListener('pagehide', on.left);
  host.addEventListener('pageshow', show);
  return () => {
    document.removeEventListener('visibilitychange', hide);
    host.removeEventListener('pagehide', on.left);
    host.removeEventListener('pageshow', show);
  };
};

/** How the widget is set up: the names of the page's settings, and values that hold no text. */
const settingsOf = (config: LauncherConfig, { calls }: Handover) => ({
  locale: config.locale,
  position: config.position,
  shape: String(config.launcher.shape ?? 'circle'),
  remembers: config.conversationHistory === 'remember',
  list: config.canUserSeeConversationList === true,
  calls: [...new Set(calls.map((call) => call.method).filter((method) => /:set/.test(method)))].sort(),
});

/** Begins to count, once the visitor has opened the page. @param startTime until the launcher was drawn, in ms */
const begin = (launcher: Launcher, handover: Handover, config: LauncherConfig, startTime: number): void => {
  // The launcher may be gone by now.
  if (!launcher.root.isConnected) return;
  const host = handover.host as Host;
  let level = firstConsent(handover.calls);
  const keep = createKeep(
    () => (config.conversationHistory === 'remember' ? host.localStorage : host.sessionStorage),
    () => level === 'all',
  );
  if (host.navigator.globalPrivacyControl) {
    keep.clear();
    return;
  }
  const account = accountUrl(handover.address);
  const analytics = createAnalytics({
    page: factsOf(host),
    clock: createClock(),
    keep,
    createId,
    random: Math.random,
    level: () => level,
    post: (path, body) => postQuietly(host, `${account}/frontendevents/${path}?client=porch`, body),
    version: PORCH_VERSION,
    settings: () => settingsOf(config, handover),
    startTime: () => startTime,
  });

  const element = launcher.root.host as HTMLElement;
  let open = launcher.isOpen();
  if (open) quietly(analytics.add)('open');
  const unfollow = follow(host, {
    hidden: quietly(analytics.hidden),
    left: quietly(analytics.left),
    shownAgain: quietly(analytics.shownAgain),
  });
  const observer = new MutationObserver(
    quietly(() => {
      if (element.dataset.porch) {
        observer.disconnect();
        unfollow();
        analytics.dispose();
        return;
      }
      level = firstConsent(handover.calls);
      analytics.follow();
      if (open === launcher.isOpen()) return;
      open = !open;
      analytics.add(open ? 'open' : 'close');
    }),
  );
  observer.observe(element, { attributes: true });
  launcher.root.addEventListener(
    'call',
    quietly(({ detail: [namespace, verb, value] }: CustomEvent<readonly unknown[]>) => {
      const method = `${namespace}.${verb}`;
      level = consentAfter(level, method, value);
      analytics.call(method);
      // The queued calls are repeated one after another; the last of them decides.
      queueMicrotask(quietly(analytics.follow));
    }) as EventListener,
  );
};

/**
 * Sends page views, and events of the launcher and of the page's calls, to the account's host. It is loaded
 * where the configuration has `analytics`, before the messenger, which many pages never load. A page that the browser
 * renders ahead is counted when the visitor opens it, if they do.
 */
export const start = (launcher: Launcher, handover: Handover, config: LauncherConfig): void => {
  const { document, performance } = handover.host;
  const run = begin.bind(undefined, launcher, handover, config, performance.now());
  // Read past the page's content, as `ofDocument` does, which would become a chunk that this file waits for.
  if (Reflect.get(Document.prototype, 'prerendering', document))
    Document.prototype.addEventListener.call(document, 'prerenderingchange', () => run(), { once: true });
  else run();
};
