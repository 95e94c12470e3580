import type { PartDeps } from '../../conversation/featureDeps';
import { createUserCalls } from '../../services/userCalls';
import { ConversationList } from './List';
import { createConversationList } from './listFlow';

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
