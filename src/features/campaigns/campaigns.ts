import type { Launcher } from '../../launcher/launcherType';
import type { Handover } from '../../loader/handover';
import type { Clock } from '../../platform/clock';
import { firstConsent } from '../../platform/consentLevel';
import type { LauncherConfig } from '../../wire/config';
import type { AnswerDeps } from './answer';
import { createCampaigns } from './createCampaigns';
import { decodeCampaigns } from './decode';
import { createMessageLoader } from './loadMessage';
import { createRecords } from './records';
import { tellPage } from './tellPage';
import { watchPage } from './watchPage';

/** `platform/clock` would be a chunk that this file and that of analytics wait for. */
const pageClock: Clock = {
  now: () => Date.now(),
  after(ms, task) {
    const id = setTimeout(task, ms);
    return () => clearTimeout(id);
  },
};

/**
 * Shows the messages that the configuration has for visitors who have not asked anything. It loads after the launcher,
 * loads the drawing of messages with the first that is due, and needs no messenger until a message is opened.
 */
export const start = (
  launcher: Launcher,
  handover: Handover<AnswerDeps>,
  config: LauncherConfig,
  clock: Clock = pageClock,
): void => {
  const { host } = handover;
  const campaigns = decodeCampaigns(config.campaigns);
  // The launcher may have been removed before this file has loaded.
  if (!campaigns[0] || config.proactiveMessagingEnabled === false || !launcher.root.isConnected) return;
  const level = () => firstConsent(handover.calls);
  const records = createRecords(
    () => (config.conversationHistory === 'remember' ? host.localStorage : host.sessionStorage),
    () => level() === 'all',
    clock.now,
  );
  const message = createMessageLoader(clock, (create) =>
    create({ launcher, handover, config, clock, level }, { press, dismiss: () => proactive.dismiss() }),
  );
  const track = (event: string) =>
    tellPage(handover.calls, `proactiveMessage${event}`, clock.now(), proactive.state().campaign?.id);
  /** The window opens with a campaign on screen: its conversation is started. */
  const open = (pressed: boolean) => {
    const { jwt } = proactive.state();
    const opening = message.get()?.opening;
    if (jwt && opening && !opening.busy())
      void opening.begin(jwt, pressed).then((answered) => answered && proactive.conversationCreated());
  };
  const press = (detail: number) => {
    track('Clicked');
    open(true);
    launcher.toggle({ detail });
  };
  const proactive = createCampaigns({
    campaigns,
    records,
    now: clock.now,
    facts: () => watch.facts,
    free: () => !launcher.isOpen() && !launcher.root.host.matches('[data-hidden],[data-wait]'),
    show(campaign) {
      message.get()?.area.show(campaign);
      track('Displayed');
    },
    ready: message.ready,
    hide: () => message.get()?.area.hide(),
    count: (what, id) => message.get()?.count(what, id),
  });
  const busy = () => message.get()?.opening.busy();
  const watch = watchPage(host, clock, records.returning, {
    page: () => busy() || proactive.nextPage(),
    change: () => busy() || proactive.check(),
  });

  const element = launcher.root.host as HTMLElement;
  const end = () => {
    observer.disconnect();
    message.get()?.opening.end();
    message.dispose();
    watch.dispose();
    proactive.reset();
  };
  const follow = () => {
    const { porch, campaign } = element.dataset;
    if (porch) return end();
    records.follow();
    // The page asks for this one.
    if (campaign) {
      delete element.dataset.campaign;
      proactive.force(campaign);
    }
    if (launcher.isOpen()) open(false);
  };
  const observer = new MutationObserver(follow);
  observer.observe(element, { attributes: true });
  launcher.root.addEventListener('call', (event) => {
    const [namespace, verb] = (event as CustomEvent<readonly unknown[]>).detail;
    if (namespace !== 'messenger' || !['logoutUser', 'resetWidget'].includes(verb as string)) return;
    message.get()?.opening.end();
    proactive.reset();
  });
  // The messenger asks for it when it creates the visitor or their first conversation, before the observer is called.
  handover.origin = () => {
    follow();
    return message.get()?.opening.origin();
  };
  follow();
};
