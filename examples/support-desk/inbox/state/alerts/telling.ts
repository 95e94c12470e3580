import type { ReadonlySignal } from '@preact/signals-react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import type { AgentListRow } from '../../../shared/answers/events';
import type { AgentMessage } from '../../../shared/answers/messages';
import { cutText } from '../../../shared/cutText';
import { SHORT_TEXT } from '../../../shared/listRow';
import { messageText } from '../../../shared/messageText';
import { holderOf } from '../../../shared/responsibility';
import type { Happening } from '../../model/decodeHappenings';
import { typeTag } from '../../model/describe';
import type { Announcements } from './announcements';
import type { Attention, NewMessage } from './attention';
import { type ConcernDeps, createConcern } from './concern';

type TellingDeps = ConcernDeps & {
  announcements: Announcements;
  attend: Attention['take'];
  activeId: ReadonlySignal<string | undefined>;
  /** Shows the conversation, whatever covers it. */
  open(conversationId: string): void;
};

type Row = Pick<
  AgentListRow,
  '_id' | 'displayName' | 'visitor' | 'status' | 'assigneeId' | 'isHandledByBot' | 'snoozed'
>;

/** Tells the agent what happens: announces it to screen readers, and gets their attention. Each event counts once. */
export type Telling = {
  /** A visitor has written. Messages of the open conversation are announced even if they do not alert this agent. */
  message(conversation: Row, message: AgentMessage): Promise<void>;
  /** Somebody has assigned the conversation, a bot hands it over to people, or it wakes. */
  handOver(conversation: Row, change: Happening): Promise<void>;
  /** A colleague has written a note, which may mention the agent. */
  note(conversation: Pick<Row, '_id' | 'displayName'>, note: Happening | undefined): void;
  /** Tells about messages that the live connection missed. Those of the first load are not new. */
  missed(conversations: readonly AgentConversation[]): void;
  /** How many messages of visitors who alert this agent are unread. */
  unread: ReadonlySignal<number>;
};

export const createTelling = (deps: TellingDeps): Telling => {
  const { announcements, activeId } = deps;
  const { ownId } = deps.team;
  const concern = createConcern(deps);
  let isFirst = true;

  const alert = (conversationId: string, notice: Pick<NewMessage, 'received' | 'title' | 'body' | 'tag'>) =>
    deps.attend({ ...notice, open: () => deps.open(conversationId) }, conversationId === activeId.peek());

  const message: Telling['message'] = async (conversation, said) => {
    const { _id, displayName } = conversation;
    const alerts = await concern.ask(conversation);
    const { kind } = holderOf(conversation);
    if (!alerts && (_id !== activeId.peek() || kind === 'blocked' || kind === 'program')) return;
    const body = cutText(messageText(said) || (typeTag(said.type) ?? 'an empty message'), SHORT_TEXT);
    announcements.say(said._id, `New message from ${displayName}: ${body}`);
    if (alerts) alert(_id, { received: said.received, title: displayName, body, tag: _id });
  };

  return {
    message,
    handOver: async (conversation, { id, what, by, byId, received }) => {
      const { _id, displayName, assigneeId } = conversation;
      const isMine = assigneeId === ownId;
      if (what === 'assigned' && (!isMine || byId === ownId)) return;
      if (!(await concern.ask(conversation))) return;
      const body =
        what === 'woke'
          ? 'The snooze is over'
          : isMine
            ? `${by ?? 'A program'} assigned the conversation to you`
            : 'A bot hands the conversation over';
      announcements.say(id, `${body}: ${displayName}`);
      alert(_id, { received, title: displayName, body, tag: _id });
    },
    note: ({ _id, displayName }, note) => {
      if (!note || note.author?.id === ownId || !note.mentions?.includes(ownId)) return;
      const title = `${note.author?.name ?? 'A colleague'} mentioned you`;
      const body = cutText(`${displayName}: ${note.text ?? ''}`, SHORT_TEXT);
      announcements.say(note.id, `${title}. ${body}`);
      alert(_id, { received: note.received, title, body, tag: note.id });
    },
    missed: (conversations) => {
      for (const conversation of conversations) {
        const last = conversation.lastMessage;
        if (last?.role !== 'appUser') continue;
        if (!isFirst && conversation.unreadCount > 0) void message(conversation, last);
        else announcements.silence([last._id]);
      }
      isFirst = false;
    },
    unread: concern.unread,
  };
};
