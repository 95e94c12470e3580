import type { createLauncher, Launcher } from '../launcher/launcher';
import { mayStart } from './gates';
import type { Handover, Live, StartMessenger } from './handover';
import { createQueue, type ZE } from './queue';
import { createRealm, type Realm } from './realm';
import { readTag } from './tag';

/** File names of this build, set by the build. */
declare const PORCH_LAUNCHER: string;
declare const PORCH_MESSENGER: string;

type Page = Window & {
  zE?: ZE;
  zEmbed?: ZE;
  zESettings?: { zendeskHost?: string };
  zEMessenger?: { skip?: boolean };
};

/** The few fields the loader itself reads; the launcher and the messenger decode the rest. */
type Config = {
  features?: { fastLoad?: unknown };
  messenger?: { launcher?: { shape?: unknown }; integrationId?: unknown; conversationHistory?: unknown };
} | null;

const page = window as Page;
const log = (error: unknown) => console.error('Porch:', error);

/** Whether an earlier page left a visitor here; the key is the user slice's. */
const hasSession = ({
  integrationId,
  conversationHistory,
}: NonNullable<NonNullable<Config>['messenger']>) => {
  try {
    return page[conversationHistory === 'remember' ? 'localStorage' : 'sessionStorage'].getItem(
      `ZD-${integrationId}.appUserId`,
    );
  } catch {
    // Storage is forbidden: nobody was left.
  }
};

const boot = (script: HTMLScriptElement) => {
  let launcher: Launcher | undefined;
  let need: (() => void) | undefined;
  let live: Live | undefined;
  const replay = () => live?.calls().then(takeOver, log);
  const follow = (method: string, args: unknown[]) => {
    if (live) void replay();
    else launcher?.early(method, args);
    if (method === 'messenger.open') need?.();
  };
  const { zE, calls, takeOver } = createQueue(follow, log);
  const waiting = page.zE?.q ?? [];
  page.zE = page.zEmbed = zE;
  for (const args of Array.from(waiting)) {
    try {
      zE(...(args as unknown[]));
    } catch (error) {
      log(error);
    }
  }
  if (!mayStart(page, page.zEMessenger?.skip)) return;
  const { accountHost, key, preview, base, nonce } = readTag(script, page.zESettings);
  if (!accountHost) return log('Missing zendeskHost config param.');

  const begin = async (realm?: Realm) => {
    // Each card is drawn into a frame, too.
    if (!realm) throw 'needs allow-same-origin';
    const locale = calls.findLast((call) => call.method === 'messenger:set.locale')?.args[2];
    const query = new URLSearchParams();
    if (key) query.set('key', key);
    if (locale) query.set('locale', `${locale}`);
    const answer = await realm.fetch(`${accountHost}/embeddable/${preview ? 'preview/' : ''}config?${query}`);
    // SPEC.md section 7: "A 404 means no widget. Another non-200 is an error."
    if (answer.status === 404) return;
    if (answer.status !== 200) throw `configuration: ${answer.status}`;
    const config = (await answer.json()) as Config;
    const messenger = config?.messenger;
    if (!config?.features || !messenger) return;

    let asked = false;
    const fetchMessenger = async () => {
      if (asked) return;
      asked = true;
      try {
        const start = (await realm.load(base + PORCH_MESSENGER)) as StartMessenger;
        live = start(handover);
        if (calls[0]) void replay();
      } catch (error) {
        asked = false;
        log(error);
        launcher?.failed();
      }
    };
    const handover: Handover = {
      host: page,
      base,
      config,
      calls,
      intents: {
        warm: fetchMessenger,
        toggle() {
          launcher?.setOpen(!launcher.isOpen());
          void fetchMessenger();
        },
      },
    };
    // SPEC.md section 2: "With shape none it is not loaded."
    if (messenger.launcher?.shape !== 'none') {
      const create = (await realm.load(base + PORCH_LAUNCHER)) as typeof createLauncher;
      handover.launcher = launcher = create(handover);
      launcher.onClose = handover.intents.toggle;
      launcher.onRetry = fetchMessenger;
    }
    need = fetchMessenger;
    for (const { method, args } of calls) follow(method, args);
    if (config.features.fastLoad) need();
    else if (hasSession(messenger)) (page.requestIdleCallback ?? setTimeout)(need);
  };
  createRealm(nonce, (realm) => begin(realm).catch(log));
};

const script = document.currentScript;
if (script && !page.zE?.porch) boot(script as HTMLScriptElement);
