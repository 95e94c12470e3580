import type { Launcher } from '../../launcher/launcherType';
import type { Handover } from '../../loader/handover';
import type { Clock } from '../../platform/clock';
import type { LauncherConfig } from '../../wire/config';
import type { Message } from './campaignMessage';
import { consentOf } from './consent';
import { createCampaigns } from './createCampaigns';
import { decodeCampaigns } from './decode';
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
 * Shows the messages that the configuration has for visitors who have not asked anything. It is loaded once the launcher is
 * there, loads what draws a message with the first that is due, and needs no messenger until a message is opened.
 */
export const start = (
  launcher: Launcher,
  handover: Handover,
  config: LauncherConfig,
  clock: Clock = pageClock,
): void => {
  const { host } = handover;
  const campaigns = decodeCampaigns(config.campaigns);
  if (!campaigns[0]) return;
  const level = () => consentOf(handover.calls);
  const records = createRecords(
    () => (config.conversationHistory === 'remember' ? host.localStorage : host.sessionStorage),
    () => level() === 'all',
    clock.now,
  );
  let message: Message | undefined;
  let asked = false;
  const load = () => {
    if (asked) return;
    asked = true;
    import('./campaignMessage')
      .then(({ createMessage }) => {
        const on = { press, dismiss: () => proactive.dismiss() };
        message = createMessage({ launcher, handover, config, clock, level }, on);
      })
      // It is asked for again while a campaign is due.
      .catch(() => {
        asked = false;
      });
  };
  const tell = (event: string) =>
    tellPage(handover.calls, `proactiveMessage${event}`, clock.now(), proactive.state().campaign?.id);
  /** The window opens with a campaign on screen: its conversation is started. */
  const open = (pressed: boolean) => {
    const { jwt } = proactive.state();
    if (jwt && message && !message.opening.busy())
      void message.opening
        .begin(jwt, pressed)
        .then((answered) => answered && proactive.conversationCreated());
  };
  const press = (detail: number) => {
    tell('Clicked');
    open(true);
    launcher.toggle(detail);
  };
  const proactive = createCampaigns({
    campaigns,
    records,
    now: clock.now,
    facts: () => watch.facts,
    free: () => !launcher.isOpen() && !launcher.root.host.matches('[data-hidden],[data-wait]'),
    show(campaign) {
      message?.area.show(campaign);
      tell('Displayed');
    },
    ready: () => message !== undefined || load(),
    hide: () => message?.area.hide(),
    count: (what, id) => message?.count(what, id),
  });
  const busy = () => message?.opening.busy();
  const watch = watchPage(host, clock, records.returning, {
    page: () => busy() || proactive.nextPage(),
    change: () => busy() || proactive.check(),
  });

  const { onChange, early, dispose } = launcher;
  const { track } = handover;
  launcher.onChange = () => {
    onChange?.();
    if (launcher.isOpen()) open(false);
  };
  launcher.early = (call, queued) => {
    early(call, queued);
    records.follow();
  };
  handover.track = (args) => {
    track?.(args);
    if (args[0] !== 'messenger' || !/^(logoutUser|resetWidget)$/.test(`${args[1]}`)) return;
    message?.opening.end();
    proactive.reset();
  };
  launcher.dispose = () => {
    message?.opening.end();
    watch.dispose();
    proactive.reset();
    dispose();
  };
};
