import type { ReadonlySignal } from '@preact/signals-react';
import type { AgentConversation, AgentMessage } from '../../shared/agentApi';
import { messageText, typeTag } from '../model/describe';
import type { Announcements } from './announcements';
import type { Attention } from './attention';

/** How much of a message is read out, in characters. */
const LONGEST = 300;

/** Tells the agent of a visitor's new message: it is announced to screen readers and draws their attention. */
export const createTelling =
  (deps: {
    announcements: Announcements;
    attend: Attention['take'];
    activeId: ReadonlySignal<string | undefined>;
    open(conversationId: string): void;
  }) =>
  ({ _id, displayName }: AgentConversation, message: AgentMessage): void => {
    const body = (messageText(message) || (typeTag(message.type) ?? 'an empty message')).slice(0, LONGEST);
    deps.announcements.say(message._id, `New message from ${displayName}: ${body}`);
    const { received } = message;
    deps.attend(
      { received, title: displayName, body, tag: _id, open: () => deps.open(_id) },
      _id === deps.activeId.peek(),
    );
  };
