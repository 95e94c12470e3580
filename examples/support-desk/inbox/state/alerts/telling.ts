import type { ReadonlySignal } from '@preact/signals-react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import type { AgentListRow } from '../../../shared/answers/events';
import type { AgentMessage } from '../../../shared/answers/messages';
import { cutText } from '../../../shared/cutText';
import { SHORT_TEXT } from '../../../shared/listRow';
import { messageText } from '../../../shared/messageText';
import type { Happening } from '../../model/decodeHappenings';
import { typeTag } from '../../model/describe';
import type { Announcements } from './announcements';
import type { Attention } from './attention';

type TellingDeps = {
  announcements: Announcements;
  attend: Attention['take'];
  activeId: ReadonlySignal<string | undefined>;
  /** Shows the conversation, whatever covers it. */
  open(conversationId: string): void;
};

/** Tells the agent about a visitor's new message: announces it to screen readers and gets their attention. */
export const createTelling =
  (deps: TellingDeps) =>
  (
    conversation: Pick<AgentListRow, '_id' | 'displayName' | 'visitor' | 'isHandledByBot'>,
    message: AgentMessage,
  ): void => {
    const { _id, displayName, visitor, isHandledByBot } = conversation;
    // No alert for the messages of a blocked visitor, or for those that a bot answers.
    if (visitor.blocked || isHandledByBot) return;
    const words = messageText(message) || (typeTag(message.type) ?? 'an empty message');
    const body = cutText(words, SHORT_TEXT);
    deps.announcements.say(message._id, `New message from ${displayName}: ${body}`);
    const { received } = message;
    deps.attend(
      { received, title: displayName, body, tag: _id, open: () => deps.open(_id) },
      _id === deps.activeId.peek(),
    );
  };

/** Tells the agent once about a conversation that a bot hands over to people. */
export const createHandOver =
  (deps: TellingDeps) =>
  (
    { _id, displayName, visitor }: Pick<AgentListRow, '_id' | 'displayName' | 'visitor'>,
    change: Happening,
  ): void => {
    if (visitor.blocked) return;
    const body = 'A bot hands the conversation over';
    deps.announcements.say(change.id, `${body}: ${displayName}`);
    deps.attend(
      { received: change.received, title: displayName, body, tag: _id, open: () => deps.open(_id) },
      _id === deps.activeId.peek(),
    );
  };

/** Tells the agent once about a colleague's note that mentions them. */
export const createMentioning =
  (deps: TellingDeps & { ownId: string }) =>
  (
    { _id, displayName }: Pick<AgentConversation, '_id' | 'displayName'>,
    note: Happening | undefined,
  ): void => {
    const { ownId } = deps;
    if (!note || note.author?.id === ownId || !note.mentions?.includes(ownId)) return;
    const title = `${note.author?.name ?? 'A colleague'} mentioned you`;
    const body = cutText(`${displayName}: ${note.text ?? ''}`, SHORT_TEXT);
    deps.announcements.say(note.id, `${title}. ${body}`);
    deps.attend(
      { received: note.received, title, body, tag: note.id, open: () => deps.open(_id) },
      _id === deps.activeId.peek(),
    );
  };

/**
 * Tells the agent about messages that the live connection missed. Those of the first load are not new.
 * @returns a function that takes the conversations after each load
 */
export const createTellingMissed = (
  announcements: Announcements,
  tell: ReturnType<typeof createTelling>,
): ((conversations: readonly AgentConversation[]) => void) => {
  let isFirst = true;
  return (conversations) => {
    for (const conversation of conversations) {
      const last = conversation.lastMessage;
      if (last?.role !== 'appUser') continue;
      if (!isFirst && conversation.unreadCount > 0) tell(conversation, last);
      else announcements.silence([last._id]);
    }
    isFirst = false;
  };
};
