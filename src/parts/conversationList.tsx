import { createConversationList } from '../flows/conversationList';
import { createUserCalls } from '../services/userCalls';
import { ConversationList } from '../ui/conversationList/ConversationList';
import type { PartDeps } from './deps';

/** The list of the visitor's conversations. */
export const createPart = ({ slices, delivery, createId, report }: PartDeps) => {
  const { conversations, messages } = slices;
  const list = createConversationList({
    ...slices,
    ...delivery,
    calls: createUserCalls(delivery.http),
    createId,
    report,
  });
  const rows = conversations.all;
  return () => (
    <ConversationList list={list} conversations={rows} newest={(id) => messages.of(id).value.at(-1)} />
  );
};
