import type { Message } from '../model/message';
import type { Conversations } from './conversations';
import { type Messages, NEW_CONVERSATION } from './messages';

type Logs = { messages: Messages; conversations: Conversations };

/** The ids of all logs. Any may hold unsent messages, because the active conversation changes. */
export const logIds = ({ conversations }: Logs): string[] => [
  ...conversations.all.value.map((c) => c._id),
  NEW_CONVERSATION,
];

/** Finds a message by key, with its log's id: it may have moved from the new conversation to a real one. */
export const findMessage = (logs: Logs, key: string): { id: string; message: Message } | undefined => {
  for (const id of logIds(logs)) {
    const message = logs.messages.of(id).value.find((m) => m.key === key);
    if (message) return { id, message };
  }
  return undefined;
};
