import type { createLauncher } from '../launcher/launcher';
import { CARD_FILE_AGAIN_MS } from '../model/retries/card';
import { START_AGAIN_MS } from '../model/retries/core';
import { NativePromise } from '../platform/nativePromise';
import { globalOf } from '../platform/pastContent';
import type { RunningPlace } from '../platform/runningPlace';
import type { Call } from './call';
import { BARRED } from './gates';
import type { Handover, Realm, StartMessenger } from './handover';
import { ofPage } from './ofPage';
import { createQueue, type ZE } from './queue';
import { configAddress, PARTS, type Parts } from './tag';
import { WAITING } from './waitingCalls';

/** The folder of this build's files, named after their content. Set by the build. */
declare const PORCH_BUILD: string;
/** Whether the file is `porch.now.js`, which has the next three in it. Set by the build. */
declare const PORCH_NOW: boolean;
/** Runs the launcher's file. @param folder of the files that it loads @returns what it exports as `start` */
declare const PORCH_LAUNCHER: (folder: string) => typeof createLauncher;
/** The desk's address, and its configuration. */
declare const PORCH_ORIGIN: string | undefined;
declare const PORCH_CONFIG: Config;

type Page = Window & {
  zE?: ZE;
  zEmbed?: ZE;
  zESettings?: { zendeskHost?: string };
  zEMessenger?: { skip?: unknown; autorender?: unknown };
};

/** The few fields the loader itself reads; the launcher and the messenger decode the rest. */
type Config = {
  features?: { fastLoad?: unknown };
  messenger?: {
    launcher?: { shape?: unknown; words?: unknown };
    locale?: unknown;
    integrationId?: unknown;
  };
} | null;

/** The status of the answer, and the configuration if it is 200. */
type Answer = [status: number, config?: Config];

/** The handover while its facts are found. */
type Booting = { -readonly [Name in keyof Handover]: Handover[Name] };

const LAUNCHER = 'launcher.js';
const MESSENGER = 'messenger.js';
/** The loader of a later build, fetched again each time. */
const RENEW = 'porch.renew.js?';
/** After this time the realm's `fetch` is used in place of the page's own, and the realm's file is requested again. */
const PATIENCE_MS = 4_000;
/** A page that is never idle gets the messenger of a known visitor after this time. */
const IDLE_MS = 2_000;

export const page = window as Page;
export const log = (error: unknown) => console.error('Porch:', error);

/** Fetches the configuration. @param realm whose `fetch` to use: the page may have replaced its own */
const ask = async (realm: Pick<typeof globalThis, 'fetch'>, address: string): Promise<Answer> => {
  const answer = await realm.fetch(address);
  const { status } = answer;
  // The page's `fetch` did not give a response. The reason is not used: the realm's `fetch` is tried next.
  if (!status) throw status;
  return [status, status === 200 && (await answer.json())];
};

/** Settles as a promise does, or is rejected if that takes too long. */
const soon = <T>(promise: Promise<T>): Promise<T> =>
  new NativePromise((resolve, reject) => {
    setTimeout(reject, PATIENCE_MS);
    promise.then(resolve, reject);
  });

/** Asks for a file that is needed soon. @param script its nonce allows the file */
const preload = ({ nonce }: HTMLScriptElement, href: string) => {
  try {
    const link = ofPage('createElement').call(document, 'link') as HTMLLinkElement;
    link.rel = 'modulepreload';
    link.nonce = nonce;
    link.href = href;
    // Not beside the body, where React 18 takes it for a part of a page that it hydrates as a whole.
    ofPage('head').append(link);
  } catch {
    // There is no head, or the page has replaced the `call` of functions.
  }
};

/**
 * Starts Porch on the page: loads the configuration and the launcher, and the messenger when it is needed.
 * @param script the publisher's script tag
 * @param done called when the launcher is drawn
 */
export const boot = (script: HTMLScriptElement, done?: (handover: Handover) => void): void => {
  /** Set while the messenger is fetched, and once it runs. */
  let asked: unknown;
  const replay = () => handover.live?.calls().then(takeOver, handover.lost);
  const follow = (call: Call, queued?: boolean) => {
    if (handover.live) void replay();
    else handover.launcher?.early?.(call, queued);
    // The messenger makes the callbacks.
    if (!WAITING.test(call.method) || call[3]) handover.warm?.();
  };
  const { zE, calls, keep, takeOver } = createQueue(follow, log);
  const handover = { host: page, zE, calls, script, takeOver } as unknown as Booting;
  const waiting = globalOf(page, 'zE')?.q ?? [];
  page.zE = page.zEmbed = zE;
  keep(waiting);
  if (globalOf(page, 'zEMessenger')?.skip === true || BARRED.test(navigator.userAgent)) return;
  zE.porch = ofPage('documentElement');
  (location as RunningPlace).porch = zE;
  const parts = PARTS.exec(script.src) as unknown as Parts;
  const address = configAddress(script.dataset, parts, calls, globalOf(page, 'zESettings'));

  /** Starts again later if the network blocked the launcher: by a portal, or because the service is down. */
  const again = () => void (handover.launcher || setTimeout(start, START_AGAIN_MS));
  const start = async () => {
    try {
      const [, base, , query] = parts;
      const folder = `${base}${PORCH_BUILD}/`;
      const lost = (error: unknown) => {
        log(error);
        import(`${base}${RENEW}${Date.now()}`)
          .then(({ renew }) => renew(handover))
          .then(null, () => {
            asked = handover.live;
            // What the visitor has written in the window is sent when the network is back.
            if (handover.launcher?.failed()) setTimeout(warm, CARD_FILE_AGAIN_MS);
            again();
          });
      };
      handover.address = address as string;
      handover.build = PORCH_BUILD;
      handover.lost = lost;
      // The second is of another address, as a browser may keep a failed import for good, and uses no globals: the
      // page may have replaced `setTimeout`, `Date`, and `catch` of promises.
      const openRealm = (): Promise<Realm> =>
        soon(import(`${folder}realm.js`))
          .then(null, () => import(`${folder}realm.js?1`))
          .then(({ openRealm }) => openRealm(handover));
      // A sandboxed page without an origin cannot draw a card.
      if (page.origin === 'null') await openRealm();

      // Not if the page asks for another one: by `data-key`, a locale, or its own host.
      const isHere = PORCH_NOW && address === `${PORCH_ORIGIN}/embeddable/config?${query}`;
      const answer = isHere
        ? (async (): Promise<Answer> => [200, PORCH_CONFIG])()
        : soon(ask(page, address as string)).then(null, async () =>
            ask((await openRealm()).window, address as string),
          );
      const bare = script.dataset.launcher === 'none';
      if (!PORCH_NOW && !bare) preload(script, folder + LAUNCHER);
      const [status, config] = await answer;
      // 404 means that the account has no widget, which is not an error.
      if (status === 404) return done?.(handover);
      const messenger = config?.messenger;
      if (!config?.features || !messenger) throw `HTTP ${status}, no messenger`;

      const warm = async () => {
        if (asked) return;
        asked = true;
        try {
          const { locale, launcher } = messenger;
          preload(script, folder + MESSENGER);
          // A service that knows the launcher's words has the locales of this build.
          if (!locale || launcher?.words) preload(script, `${folder}l/${locale ?? 'en-us'}.js`);
          const start = (await (await openRealm()).load(folder + MESSENGER)) as StartMessenger;
          handover.live = start(handover);
          if (calls[0]) void replay();
        } catch (error) {
          lost(error);
        }
      };
      if (bare) {
        messenger.launcher ??= {};
        messenger.launcher.shape = 'none';
      }
      const launch = (start: unknown) => {
        handover.launcher = (start as typeof createLauncher)(handover);
        zE.porch = handover.launcher.root.host;
      };
      const draw = async () => {
        try {
          try {
            launch(PORCH_NOW ? PORCH_LAUNCHER(folder) : (await import(folder + LAUNCHER)).start);
          } catch {
            // The page has broken a global that the launcher needs, or its policy forbids `import()`.
            launch(await (await openRealm()).load(folder + LAUNCHER));
          }
        } catch (error) {
          lost(error);
        }
      };
      handover.config = config;
      handover.warm = warm;
      // The launcher's file may still be loading.
      if (config.features.fastLoad) preload(script, folder + MESSENGER);
      // Such a page draws the widget by the call `render`.
      if (globalOf(page, 'zEMessenger')?.autorender === false) handover.draw = draw;
      // The launcher is not run for the shape "none".
      else if (messenger.launcher?.shape !== 'none') await draw();
      for (const call of calls) follow(call, true);
      if (config.features.fastLoad) void warm();
      else
        try {
          // A visitor from an earlier page, or a message that was not sent. Entries that the browser has no room for
          // are in the tab's storage. An integration that began as `web` is `web-…`.
          for (const key in { ...page.localStorage, ...page.sessionStorage })
            if (/ZD-~?(.*)\.(app|out).* \1/.test(`${key} ${messenger.integrationId}`))
              try {
                page.requestIdleCallback(warm, { timeout: IDLE_MS });
              } catch {
                // Safari lacks this function, and a page may have put its own value here.
                void warm();
              }
        } catch {
          // Storage is blocked, so nothing is stored.
        }
      done?.(handover);
    } catch (error) {
      log(`${address}: ${error}`);
      again();
    }
  };
  if (address) void start();
  else log('Missing zendeskHost config param.');
};
