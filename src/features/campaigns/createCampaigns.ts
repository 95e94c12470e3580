import type { Campaign } from './decode';
import type { Records } from './records';
import { type Facts, rulesHold } from './rules';

/** The state of proactive messaging. */
export type Proactive = {
  /** The campaign on screen, or the one whose conversation is being started. */
  campaign?: Campaign;
  /** Its signed data, which is sent with the call that starts the conversation. */
  jwt?: string;
  wasConversationCreatedFromProactiveMessage: boolean;
  /** In ms. */
  conversationCreatedTimestamp?: number;
};

type Deps = {
  campaigns: readonly Campaign[];
  records: Records;
  now: () => number;
  facts: () => Facts;
  /** Whether there is a place for a message: the visitor sees the launcher and the window is closed. */
  free: () => boolean;
  /** Whether a message can be drawn; if not yet, its file is loading. */
  ready: () => unknown;
  show(campaign: Campaign): void;
  hide(): void;
  /** Counts what the visitor did with a campaign. */
  count(what: 'Seen' | 'Dismissed', id: string): void;
};

/** The same facts, with every rule met that time or the visitor can still meet. */
const inTime = (facts: Facts): Facts => ({
  ...facts,
  seconds: Number.POSITIVE_INFINITY,
  scrolled: 100,
  leaving: true,
  returning: () => true,
});

/** Decides which campaign is shown: one at a time, at most one on each page, and never a dismissed one. */
export const createCampaigns = (deps: Deps) => {
  const { campaigns, records, now } = deps;
  let state: Proactive = { wasConversationCreatedFromProactiveMessage: false };
  /** Whether this page has had its campaign. */
  let finished = false;
  /** The campaign that the page asks for, until it is on screen; and whether the page asked for the one on screen. */
  let wanted: Campaign | undefined;
  let forced = false;

  const isDismissed = (id: string) => 'dismissedAt' in (records.find(id) ?? {});
  const isDue = ({ from, to }: Campaign) => from <= now() && now() < to;
  /** Takes the campaign off, without a record. */
  const clear = () => {
    state = { ...state, campaign: undefined, jwt: undefined };
    forced = false;
    deps.hide();
  };
  const set = (campaign: Campaign) => {
    const first = !records.find(campaign.id);
    state = { ...state, campaign, jwt: campaign.jwt };
    records.keep(campaign.id, { seenAt: now() });
    deps.show(campaign);
    if (first) deps.count('Seen', campaign.id);
  };
  /** Records that the campaign is over for this browser. */
  const end = () => {
    if (!state.campaign) return;
    records.keep(state.campaign.id, { dismissedAt: now() });
    finished = true;
    clear();
  };
  const check = () => {
    const { campaign } = state;
    // Another tab may have dismissed it.
    if (campaign && !wanted) {
      if (!forced && (isDismissed(campaign.id) || !isDue(campaign))) clear();
      return;
    }
    if ((finished && !wanted) || !deps.free()) return;
    const next =
      wanted ?? campaigns.find((c) => isDue(c) && rulesHold(c, deps.facts()) && !isDismissed(c.id));
    if (!next || !deps.ready()) return;
    if (campaign) clear();
    forced = next === wanted;
    wanted = undefined;
    set(next);
  };

  return {
    state: (): Readonly<Proactive> => state,
    set,
    check,
    /** Shows a campaign as soon as there is room, regardless of its rules, dates and records. */
    force(id: string) {
      wanted = campaigns.find((c) => c.id === id);
      check();
    },
    /** The visitor has closed the message. */
    dismiss() {
      const { campaign } = state;
      end();
      if (campaign) deps.count('Dismissed', campaign.id);
    },
    /** The visitor has a conversation from it. */
    conversationCreated() {
      end();
      state = {
        ...state,
        wasConversationCreatedFromProactiveMessage: true,
        conversationCreatedTimestamp: now(),
      };
    },
    /** Another page has begun: hides the message on screen if its rules cannot hold there. */
    nextPage() {
      finished = state.wasConversationCreatedFromProactiveMessage;
      if (state.campaign && !forced && !rulesHold(state.campaign, inTime(deps.facts()))) clear();
    },
    /** Clears everything but the browser's records: without them, a dismissed message would be shown again. */
    reset() {
      finished = forced = false;
      wanted = undefined;
      state = { wasConversationCreatedFromProactiveMessage: false };
      deps.hide();
    },
  };
};
