import { listOf, obj } from './decode';
import { decodeMessage, type WireMessage } from './message';

/** Answer of `GET /conversations/{id}/messages`; messages ascend by `received`. */
export type MessagesAnswer = { messages: WireMessage[]; hasPrevious: boolean };

/** Decodes one page of a conversation's messages. */
export const decodeMessages = (value: unknown): MessagesAnswer => {
  const answer = obj(value);
  return {
    messages: listOf(answer.messages, decodeMessage),
    hasPrevious: answer.hasPrevious === true,
  };
};
