import type { ReadonlySignal } from '@preact/signals-react';
import type { AgentConversation } from '../../shared/answers/conversations';
import type { AgentRowEvent } from '../../shared/answers/events';
import type { InboxEvent } from '../model/decodeEvents';
import { type Happening, happeningOf } from '../model/decodeHappenings';
import { happeningText } from '../model/describe';
import type { Self } from './account/self';
import type { Team } from './account/team';
import type { Announcements } from './alerts/announcements';
import type { Calls } from './alerts/calls';
import { isHandOver } from './alerts/missed';
import type { Telling } from './alerts/telling';
import type { Attending } from './conversations/attending';
import type { Conversations } from './conversations/conversations';
import type { Counts } from './conversations/counts';
import type { SavedViews } from './conversations/savedViews';
import type { Tagging } from './conversations/tagging';
import type { Thread } from './conversations/thread';
import type { VisitorTyping } from './conversations/typing';
import type { RefusedEmails } from './pages/refusedEmails';
import type { VisitorNotes } from './pages/visitorNotes';
import type { Settings } from './settings/settings';
import type { SavedReplies } from './writing/savedReplies';

type EventDeps = {
  conversations: Conversations;
  threads: ReadonlyMap<string, Thread>;
  settings: Settings;
  self: Pick<Self, 'refresh'>;
  tagging: Tagging;
  calls: Calls;
  savedReplies: SavedReplies;
  savedViews: Pick<SavedViews, 'refresh'>;
  counts: Pick<Counts, 'refresh'>;
  refusedEmails: Pick<RefusedEmails, 'heard'>;
  visitorNotes: Pick<VisitorNotes, 'heard'>;
  team: Pick<Team, 'refresh' | 'setOnline'>;
  attending: Pick<Attending, 'heard'>;
  announcements: Announcements;
  visitorTyping: VisitorTyping;
  tell: Telling;
  activeId: ReadonlySignal<string | undefined>;
  /** Forgets deleted conversations. */
  deleted(ids: readonly string[]): void;
};

/**
 * Applies a row of the list. The channel of the open conversation may have reported the same before: announcements and
 * alerts are known by id, and typing may have ended since.
 */
const applyRow = (deps: EventDeps, event: AgentRowEvent): void => {
  const { announcements, visitorTyping } = deps;
  const { conversation, message, typing, note, postback, change } = event;
  deps.conversations.upsertRow(conversation);
  if (typing !== undefined && conversation._id !== deps.activeId.peek())
    visitorTyping[typing ? 'start' : 'stop'](conversation._id);
  if (message) void deps.tell.message(conversation, message);
  if (note) deps.tell.note(conversation, happeningOf('note', note));
  const changed = change && happeningOf('change', change);
  if (changed && isHandOver(changed)) {
    void deps.tell.handOver(conversation, changed);
    return;
  }
  const happenings = [postback && happeningOf('postback', postback), changed];
  for (const happening of happenings)
    if (happening) announcements.say(happening.id, happeningText(happening, conversation));
};

/** Adds an event to the thread of its conversation. */
const addHappening = (
  { conversations, threads }: EventDeps,
  conversation: AgentConversation,
  happening: Happening | undefined,
): Happening | undefined => {
  conversations.upsert(conversation);
  if (happening) threads.get(conversation._id)?.receiveHappening(happening);
  return happening;
};

const applyChange = (
  deps: EventDeps,
  { conversation, change }: Omit<Events['conversation:updated'], 'type'>,
): void => {
  const changed = addHappening(deps, conversation, change && happeningOf('change', change));
  if (changed?.what === 'ended') deps.announcements.say(changed.id, happeningText(changed, conversation));
};

type Events = { [Type in InboxEvent['type']]: Extract<InboxEvent, { type: Type }> };

/** How the inbox applies each kind of event. A missing one does not compile. */
const APPLY: { [Type in keyof Events]: (deps: EventDeps, event: Events[Type]) => void } = {
  row: applyRow,
  'settings:saved': (deps, event) => {
    deps.settings.othersSaved(event);
    deps.tagging.refresh();
  },
  call: (deps, { call }) => deps.calls.heard(call),
  'saved-replies': (deps) => void deps.savedReplies.refresh(),
  views: (deps) => void deps.savedViews.refresh(),
  'refused-emails': (deps) => {
    void deps.counts.refresh();
    deps.refusedEmails.heard();
  },
  attending: (deps, { conversationId, agents }) => deps.attending.heard(conversationId, agents),
  'visitor:blocked': (deps, { appUserId, blocked }) => deps.conversations.setBlocked(appUserId, blocked),
  'visitor:notes': (deps, { appUserId }) => deps.visitorNotes.heard(appUserId),
  agents: (deps) => {
    void deps.team.refresh();
    void deps.self.refresh();
  },
  presence: ({ team }, { agentId, online }) => team.setOnline(agentId, online),
  'conversations:deleted': (deps, { conversationIds }) => deps.deleted(conversationIds),
  'conversation:added': (deps, { conversation }) => deps.conversations.upsert(conversation),
  'conversation:updated': applyChange,
  message: (deps, event) => {
    const { conversation, message } = event;
    applyChange(deps, event);
    deps.threads.get(conversation._id)?.receive(message);
    if (message.role !== 'appUser') return;
    deps.visitorTyping.stop(conversation._id);
    void deps.tell.message(conversation, message);
  },
  note: (deps, { conversation, note: said }) => {
    const note = addHappening(deps, conversation, happeningOf('note', said));
    deps.tell.note(conversation, note);
  },
  postback: (deps, { conversation, postback }) => {
    const happening = addHappening(deps, conversation, happeningOf('postback', postback));
    if (happening) deps.announcements.say(happening.id, happeningText(happening, conversation));
  },
  referral: (deps, { conversation, referral }) => {
    addHappening(deps, conversation, happeningOf('referral', referral));
  },
  activity: ({ conversations, visitorTyping }, { conversation, activity: { role, type } }) => {
    conversations.upsert(conversation);
    if (role !== 'appUser') return;
    if (type === 'typing:start') visitorTyping.start(conversation._id);
    if (type === 'typing:stop') visitorTyping.stop(conversation._id);
  },
};

const apply = <Type extends keyof Events>(deps: EventDeps, type: Type, event: Events[Type]): void =>
  APPLY[type](deps, event);

/** @returns a function that applies a live event */
export const applyEvents =
  (deps: EventDeps) =>
  (event: InboxEvent): void =>
    apply(deps, event.type, event);
