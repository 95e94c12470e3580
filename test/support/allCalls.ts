import { getConversation, getMessages } from '../../src/services/historyCalls';
import type { Http } from '../../src/services/http';
import { sendMessage } from '../../src/services/messageCalls';
import { createMessaging } from '../../src/services/messaging';
import { createUserCalls } from '../../src/services/userCalls';
import type { SendMessageBody } from '../../src/wire/client';

export type AllCalls = ReturnType<typeof allCalls>;

/** All service calls that concern visitors and messages. */
export const allCalls = (http: Http) => ({
  ...createMessaging(http),
  ...createUserCalls(http),
  getConversation: (id: string) => getConversation(http, id),
  getMessages: (id: string, before?: number) => getMessages(http, id, before),
  sendMessage: (id: string, body: SendMessageBody) => sendMessage(http, id, body),
});
