import type { AgentConversation } from '../../../shared/answers/conversations';
import { closedWords } from '../../model/describe';
import type { Thread } from '../../state/conversations/thread';
import { useDesk } from '../parts/view';

type Props = { conversation: AgentConversation; thread: Thread; text: string };

/** While a reply is written in a closed conversation: who closed it, and that sending opens it again. */
export const ClosedNotice = ({ conversation, thread, text }: Props) => {
  const { ownId } = useDesk().workspace.team;
  const isShown = conversation.status === 'idle' && text.trim() !== '';
  return (
    <div role="status">
      {isShown && (
        <p class="closed-notice" dir="auto">
          {closedWords(thread.happenings.value, conversation, ownId)}
        </p>
      )}
    </div>
  );
};
