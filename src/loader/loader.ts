import type { createLauncher, Launcher } from '../launcher/launcher';
import { obj } from '../wire/decode';
import { mayStart } from './gates';
import type { Handover, StartMessenger } from './handover';
import { createQueue, type ZE } from './queue';
import { createRealm, loadInto } from './realm';
import { readTag, type Tag } from './tag';

/** File names of this build, set by the build. */
declare const PORCH_LAUNCHER: string;
declare const PORCH_MESSENGER: string;

type Page = Window & {
  zE?: ZE;
  zEmbed?: ZE;
  zESettings?: { zendeskHost?: string };
  zEMessenger?: { skip?: boolean };
};

const page = window as Page;
const log = (message: unknown) => console.error('Porch:', message);

/** Whether an earlier page left a visitor here; the keys are those of the user slice. */
const hasSession = ({ integrationId, conversationHistory }: Record<string, unknown>): boolean => {
  try {
    const area = conversationHistory === 'remember' ? page.localStorage : page.sessionStorage;
    return !!area.getItem(`ZD-${integrationId}.appUserId`);
  } catch {
    return false;
  }
};

const boot = (script: HTMLScriptElement) => {
  let launcher: Launcher | undefined;
  let need: (() => void) | undefined;
  const follow = () => {
    launcher?.setHidden(wishes.hidden);
    if (wishes.zIndex !== undefined) launcher?.setZIndex(wishes.zIndex);
    if (!need || wishes.open === undefined) return;
    launcher?.setOpen(wishes.open);
    if (wishes.open) need();
    wishes.open = undefined;
  };
  const { zE, wishes, takeOver } = createQueue(follow, log);
  const waiting = page.zE?.q ?? [];
  page.zE = page.zEmbed = zE;
  for (const args of Array.from(waiting)) {
    try {
      zE(...Array.from(args));
    } catch (error) {
      log(error);
    }
  }

  const load = async (tag: Tag) => {
    const realm = await createRealm(document);
    const query = new URLSearchParams();
    if (tag.key) query.set('key', tag.key);
    if (wishes.locale) query.set('locale', String(wishes.locale));
    const path = `/embeddable/${tag.preview ? 'preview/' : ''}config`;
    // The realm's fetch: a page may have wrapped its own.
    const answer = await realm.fetch(`${tag.accountHost}${path}${query.size ? `?${query}` : ''}`);
    // SPEC.md section 7: "A 404 means no widget. Another non-200 is an error."
    if (answer.status === 404) return;
    if (answer.status !== 200) throw Error(`configuration failed: ${answer.status}`);
    const config = obj(await answer.json());
    const messenger = obj(config.messenger);
    if (!config.features || !config.messenger) return;

    let asked = false;
    const fetchMessenger = async () => {
      if (asked) return;
      asked = true;
      try {
        const start = (await loadInto(realm, tag.base + PORCH_MESSENGER, tag.nonce)) as StartMessenger;
        handover.hidden = wishes.hidden;
        takeOver(start(handover));
      } catch (error) {
        asked = false;
        log(error);
        launcher?.failed();
      }
    };
    const handover: Handover = {
      host: page,
      base: tag.base,
      config,
      hidden: wishes.hidden,
      intents: {
        warm: fetchMessenger,
        toggle() {
          launcher?.setOpen(!launcher.isOpen());
          void fetchMessenger();
        },
      },
    };
    // SPEC.md section 2: "With shape none it is not loaded."
    if (obj(messenger.launcher).shape !== 'none') {
      const create = (await loadInto(realm, tag.base + PORCH_LAUNCHER, tag.nonce)) as typeof createLauncher;
      handover.launcher = launcher = create(handover);
      launcher.onClose = (detail) => handover.intents.toggle(detail);
      launcher.onRetry = fetchMessenger;
    }
    need = fetchMessenger;
    follow();
    if (obj(config.features).fastLoad) need();
    else if (hasSession(messenger)) (page.requestIdleCallback ?? setTimeout)(need);
  };

  if (!mayStart(page, page.zEMessenger?.skip)) return;
  const tag = readTag(script, page.zESettings);
  if (tag.accountHost) load(tag).catch(log);
  else log('Missing zendeskHost config param.');
};

const script = document.currentScript;
if (script && !page.zE?.porch) boot(script as HTMLScriptElement);
