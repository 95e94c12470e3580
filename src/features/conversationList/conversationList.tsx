import type { Needs } from '../../conversation/featureDeps';
import { createUserCalls } from '../../services/userCalls';
import { ConversationList } from './List';
import { createListFlow } from './listFlow';

export const createConversationList = ({
  slices,
  delivery,
  createId,
  report,
}: Needs<
  'createId' | 'report',
  'user' | 'conversations' | 'messages' | 'experience' | 'pageEvents',
  'http' | 'messaging' | 'readExperience' | 'client' | 'refresh'
>) => {
  const { conversations, messages } = slices;
  const list = createListFlow({
    ...slices,
    ...delivery,
    calls: createUserCalls(delivery.http),
    createId,
    report,
  });
  const rows = conversations.all;
  return () => <ConversationList list={list} conversations={rows} messages={messages.shown} />;
};

export { createConversationList as create };
