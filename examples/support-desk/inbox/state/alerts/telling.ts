import type { Clock } from '@porch/messenger/platform/clock';
import type { ReadonlySignal } from '@preact/signals-react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import type { AgentListRow } from '../../../shared/answers/events';
import type { AgentMessage } from '../../../shared/answers/messages';
import { cutText } from '../../../shared/cutText';
import { handOverWords, mentionTitle } from '../../../shared/handOvers';
import { SHORT_TEXT } from '../../../shared/listRow';
import { messageText } from '../../../shared/messageText';
import { holderOf } from '../../../shared/responsibility';
import type { Happening } from '../../model/decodeHappenings';
import { typeTag } from '../../model/describe';
import type { AgentApi } from '../../services/api';
import type { Announcements } from './announcements';
import type { Attention, NewMessage } from './attention';
import { type ConcernDeps, createConcern } from './concern';
import { createHanded } from './handed';
import { createMissed } from './missed';

type TellingDeps = ConcernDeps & {
  api: Pick<AgentApi, 'happenings'>;
  announcements: Announcements;
  attend: Attention['take'];
  clock: Pick<Clock, 'now'>;
  activeId: ReadonlySignal<string | undefined>;
  /** Shows the conversation, whatever covers it. */
  open(conversationId: string): void;
};

type Row = Pick<
  AgentListRow,
  '_id' | 'displayName' | 'visitor' | 'status' | 'assigneeId' | 'isHandledByBot' | 'snoozed' | 'waitingSince'
>;

/** Tells the agent what happens: announces it to screen readers, and gets their attention. Each event counts once. */
export type Telling = {
  /** A visitor has written. Messages of the open conversation are announced even if they do not alert this agent. */
  message(conversation: Row, message: AgentMessage): Promise<void>;
  /** Somebody has assigned the conversation, its agent was removed, a bot hands it over to people, or it wakes. */
  handOver(conversation: Row, change: Happening): Promise<void>;
  /** Visitors wait for a colleague who cannot be alerted any more. */
  left(colleague: string, waiting: readonly Row[]): Promise<void>;
  /** A colleague has written a note, which may mention the agent. */
  note(conversation: Pick<Row, '_id' | 'displayName'>, note: Happening | undefined): void;
  /**
   * Tells about what the live connection missed. What the first load finds is not new.
   * @param before the conversations as they were known before they were read again
   */
  missed(conversations: readonly AgentConversation[], before: readonly AgentConversation[]): Promise<void>;
  /** Whether the agent has not opened the conversation since it was assigned to them, or woke. */
  isHanded(id: string): boolean;
  /** How many messages of visitors who alert this agent are unread. */
  unread: ReadonlySignal<number>;
  dispose(): void;
};

export const createTelling = (deps: TellingDeps): Telling => {
  const { announcements, activeId } = deps;
  const { ownId } = deps.team;
  const concern = createConcern(deps);
  const handed = createHanded(activeId);
  let heard = 0;

  const alert = (conversationId: string, notice: Pick<NewMessage, 'received' | 'title' | 'body' | 'tag'>) =>
    deps.attend(
      { ...notice, conversation: conversationId, open: () => deps.open(conversationId) },
      conversationId === activeId.peek(),
    );

  const message: Telling['message'] = async (conversation, said) => {
    const { _id, displayName } = conversation;
    heard = Math.max(heard, said.received);
    const alerts = await concern.ask(conversation);
    const { kind } = holderOf(conversation);
    if (!alerts && (_id !== activeId.peek() || kind === 'blocked' || kind === 'program')) return;
    const body = cutText(messageText(said) || (typeTag(said.type) ?? 'an empty message'), SHORT_TEXT);
    announcements.say(said._id, `New message from ${displayName}: ${body}`);
    if (alerts) alert(_id, { received: said.received, title: displayName, body, tag: _id });
  };

  const handOver: Telling['handOver'] = async (conversation, { id, what, why, by, byId, received }) => {
    const { _id, displayName, assigneeId, waitingSince } = conversation;
    heard = Math.max(heard, received);
    const isMine = assigneeId === ownId;
    if (byId === ownId && what !== 'woke') return;
    if (what === 'assigned' && !isMine) return;
    if (what === 'unassigned' && waitingSince === undefined) return;
    if (isMine && byId !== ownId) handed.add(_id);
    if (!(await concern.ask(conversation))) return;
    const body = handOverWords({ what, why, by }, isMine);
    announcements.say(id, `${body}: ${displayName}`);
    alert(_id, { received, title: displayName, body, tag: _id });
  };

  const note: Telling['note'] = ({ _id, displayName }, written) => {
    if (!written || written.author?.id === ownId || !written.mentions?.includes(ownId)) return;
    heard = Math.max(heard, written.received);
    const title = mentionTitle(written.author?.name);
    const body = cutText(`${displayName}: ${written.text ?? ''}`, SHORT_TEXT);
    announcements.say(written.id, `${title}. ${body}`);
    alert(_id, { received: written.received, title, body, tag: written.id });
  };

  return {
    message,
    handOver,
    left: async (colleague, waiting) => {
      const [first] = waiting;
      if (!first || !(await concern.ask(first))) return;
      const { _id, displayName } = first;
      const who = waiting.length === 1 ? `${displayName} waits` : `${waiting.length} visitors wait`;
      const body = `${colleague} is not there. ${who} for an answer`;
      const received = deps.clock.now() / 1000;
      announcements.say(`left ${_id} ${received}`, body);
      alert(_id, { received, title: displayName, body, tag: _id });
    },
    note,
    missed: createMissed({
      api: deps.api,
      ownId,
      announcements,
      tell: { message, handOver, note },
      heard: () => heard,
    }),
    isHanded: handed.has,
    unread: concern.unread,
    dispose: handed.dispose,
  };
};
