import type { createLauncher } from '../launcher/launcher';
import type { Call } from './call';
import { mayStart } from './gates';
import type { Handover, StartMessenger } from './handover';
import { createQueue, type ZE } from './queue';
import { createRealm, type Load } from './realm';
import { configAddress } from './tag';

/** File names of this build, set by the build. */
declare const PORCH_LAUNCHER: string;
declare const PORCH_MESSENGER: string;

export type Page = Window & {
  zE?: ZE;
  zEmbed?: ZE;
  zESettings?: { zendeskHost?: string };
  zEMessenger?: { skip?: unknown };
};

/** The few fields the loader itself reads; the launcher and the messenger decode the rest. */
type Config = {
  features?: { fastLoad?: unknown };
  messenger?: { launcher?: { shape?: unknown }; integrationId?: unknown; conversationHistory?: unknown };
} | null;

export const page = window as Page;
const log = (error: unknown) => console.error('Porch:', error);

/** Calls that do not need the messenger yet. Any other call fetches it. */
const WAITS = /:on|:set|hide|show|close/;

/** Whether storage holds a visitor from an earlier page. The user slice writes this key. */
const hasSession = ({
  integrationId,
  conversationHistory,
}: NonNullable<NonNullable<Config>['messenger']>) => {
  try {
    return (conversationHistory === 'remember' ? localStorage : sessionStorage)[
      `ZD-${integrationId}.appUserId`
    ];
  } catch {
    // Storage is blocked, so there is no stored visitor.
  }
};

/**
 * Starts Porch on the page: loads the configuration and the launcher, and the messenger when it is needed.
 * @param script the publisher's script tag
 * @param done called when the launcher is drawn
 */
export const boot = (script: HTMLScriptElement, done?: () => void): void => {
  let asked = false;
  const replay = () => handover.live?.calls().then(takeOver, handover.lost);
  const follow = (call: Call, queued?: number) => {
    if (handover.live) void replay();
    else handover.launcher?.early?.(call, queued);
    if (!WAITS.test(call.method)) handover.warm?.();
  };
  const { zE, calls, keep, takeOver } = createQueue(follow, log);
  const handover = { host: page, calls, script, takeOver } as unknown as Handover;
  const waiting = page.zE?.q ?? [];
  page.zE = page.zEmbed = zE;
  keep(waiting);
  if (!mayStart(page)) return;
  const locale = calls.findLast((call) => call.method === 'messenger:set.locale')?.[2];
  const address = configAddress(script, page.zESettings, locale);
  if (!address) {
    log('Missing zendeskHost config param.');
    return;
  }

  const begin = async (realm: Window & typeof globalThis, load: Load | null) => {
    // Without same-origin frames no card can be drawn.
    if (!load) throw 'needs allow-same-origin';
    const answer = await realm.fetch(address);
    // 404 means that the account has no widget, which is not an error.
    if (answer.status === 404) return;
    if (answer.status !== 200) throw `HTTP ${answer.status}`;
    const config = (await answer.json()) as Config;
    const messenger = config?.messenger;
    if (!config?.features || !messenger) throw 'no features or messenger';

    const base = new URL('.', script.src).href;
    const lost = (error: unknown) => {
      log(error);
      import(`${base}porch.renew.js?${Date.now()}`)
        .then(({ renew }) => renew(handover))
        .catch(() => {
          asked = false;
          handover.launcher?.failed();
        });
    };
    const warm = () => {
      if (asked) return;
      asked = true;
      load(base + PORCH_MESSENGER)
        .then((start) => {
          handover.live = (start as StartMessenger)(handover);
          if (calls[0]) void replay();
        })
        .catch(lost);
    };
    // The launcher is not loaded for the shape "none".
    Object.assign(handover, { base, build: PORCH_MESSENGER, config, lost, warm, realm });
    if (messenger.launcher?.shape !== 'none')
      await load(base + PORCH_LAUNCHER).then((create) => {
        handover.launcher = (create as typeof createLauncher)(handover);
      }, lost);
    calls.forEach(follow);
    if (config.features.fastLoad) warm();
    else if (hasSession(messenger)) (page.requestIdleCallback ?? setTimeout)(warm);
  };
  createRealm(script.nonce, (realm, load) =>
    begin(realm, load).then(done, (error) => log(`${address}: ${error}`)),
  );
};
