import type { ReadonlySignal } from '@preact/signals-react';
import type { AgentRowEvent } from '../../shared/agentList';
import type { InboxEvent } from '../model/decode';
import { happeningOf } from '../model/decodeHappenings';
import { happeningText } from '../model/describe';
import type { Self } from './account/self';
import type { Team } from './account/team';
import type { Announcements } from './alerts/announcements';
import type { Calls } from './alerts/calls';
import type { createHandOver, createMentioning, createTelling } from './alerts/telling';
import type { Attending } from './conversations/attending';
import type { Conversations } from './conversations/conversations';
import type { Counts } from './conversations/counts';
import type { Tagging } from './conversations/tagging';
import type { Thread } from './conversations/thread';
import type { VisitorTyping } from './conversations/typing';
import type { RefusedEmails } from './pages/refusedEmails';
import type { Settings } from './settings/settings';
import type { SavedReplies } from './writing/savedReplies';

export type HearingDeps = {
  conversations: Conversations;
  threads: ReadonlyMap<string, Thread>;
  settings: Settings;
  self: Pick<Self, 'refresh'>;
  tagging: Tagging;
  calls: Calls;
  savedReplies: SavedReplies;
  counts: Pick<Counts, 'refresh'>;
  refusedEmails: Pick<RefusedEmails, 'heard'>;
  team: Pick<Team, 'refresh'>;
  attending: Pick<Attending, 'heard'>;
  announcements: Announcements;
  visitorTyping: VisitorTyping;
  /** Tells the agent of a note that mentions them. */
  announceMention: ReturnType<typeof createMentioning>;
  announceHandOver: ReturnType<typeof createHandOver>;
  announce: ReturnType<typeof createTelling>;
  activeId: ReadonlySignal<string | undefined>;
  /** Forgets conversations that were deleted. */
  deleted(ids: readonly string[]): void;
};

/**
 * Takes a row of the list in. The channel of the open conversation has told of the same before: what is announced and
 * what draws attention is known by its id, and typing may have ended meanwhile.
 */
const hearRow = (deps: HearingDeps, event: AgentRowEvent): void => {
  const { announcements, visitorTyping } = deps;
  const { conversation, message, typing, note, postback, change } = event;
  deps.conversations.upsertRow(conversation);
  if (typing !== undefined && conversation._id !== deps.activeId.peek())
    visitorTyping[typing ? 'start' : 'stop'](conversation._id);
  if (message) deps.announce(conversation, message);
  if (note) deps.announceMention(conversation, happeningOf('note', note));
  const changed = change && happeningOf('change', change);
  if (changed?.what === 'queued') {
    deps.announceHandOver(conversation, changed);
    return;
  }
  const happenings = [postback && happeningOf('postback', postback), changed];
  for (const happening of happenings)
    if (happening) announcements.say(happening.id, happeningText(happening, conversation));
};

/** Takes the live events in. */
export const createHearing =
  (deps: HearingDeps) =>
  (event: InboxEvent): void => {
    const { conversations, threads, announcements, visitorTyping } = deps;
    if (event.type === 'row') {
      hearRow(deps, event);
      return;
    }
    if (event.type === 'settings:saved') {
      deps.settings.othersSaved(event);
      deps.tagging.refresh();
      return;
    }
    if (event.type === 'call') {
      deps.calls.heard(event.call);
      return;
    }
    if (event.type === 'saved-replies') {
      void deps.savedReplies.refresh();
      return;
    }
    if (event.type === 'refused-emails') {
      void deps.counts.refresh();
      deps.refusedEmails.heard();
      return;
    }
    if (event.type === 'attending') {
      deps.attending.heard(event.conversationId, event.agents);
      return;
    }
    if (event.type === 'visitor:blocked') {
      conversations.setBlocked(event.appUserId, event.blocked);
      return;
    }
    if (event.type === 'agents') {
      void deps.team.refresh();
      void deps.self.refresh();
      return;
    }
    if (event.type === 'conversations:deleted') {
      deps.deleted(event.conversationIds);
      return;
    }
    const { conversation } = event;
    conversations.upsert(conversation);
    if (event.type === 'message' || event.type === 'conversation:updated') {
      const change = event.change && happeningOf('change', event.change);
      if (change) threads.get(conversation._id)?.receiveHappening(change);
      if (change?.what === 'ended') announcements.say(change.id, happeningText(change, conversation));
    }
    if (event.type === 'message') {
      threads.get(conversation._id)?.receive(event.message);
      if (event.message.role !== 'appUser') return;
      visitorTyping.stop(conversation._id);
      deps.announce(conversation, event.message);
    }
    if (event.type === 'note') {
      const note = happeningOf('note', event.note);
      if (note) threads.get(conversation._id)?.receiveHappening(note);
      deps.announceMention(conversation, note);
    }
    if (event.type === 'postback' || event.type === 'referral') {
      const happening = happeningOf(event.type, event.type === 'postback' ? event.postback : event.referral);
      if (!happening) return;
      threads.get(conversation._id)?.receiveHappening(happening);
      if (event.type === 'postback') announcements.say(happening.id, happeningText(happening, conversation));
    }
    if (event.type === 'activity' && event.activity.role === 'appUser') {
      if (event.activity.type === 'typing:start') visitorTyping.start(conversation._id);
      if (event.activity.type === 'typing:stop') visitorTyping.stop(conversation._id);
    }
  };
