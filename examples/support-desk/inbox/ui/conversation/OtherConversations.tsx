import { useEffect, useState } from 'react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import { inShort } from '../../model/describe';
import { dayAndTime, isoTime } from '../../model/times';
import { useDesk } from '../parts/view';
import { standing } from './ConversationActions';

/** How many to show at first. */
const FEW = 5;

/** Links to the visitor's other conversations. */
export const OtherConversations = ({ conversation }: { conversation: AgentConversation }) => {
  const { inbox, workspace } = useDesk();
  const { conversations, visitors, team } = workspace;
  const [all, setAll] = useState(false);
  const { appUserId } = conversation.visitor;
  useEffect(() => {
    if (appUserId) void visitors.conversations(appUserId);
  }, [visitors, appUserId]);
  const others = conversations.items.value.filter(
    (c) =>
      appUserId !== '' && c.visitor.appUserId === appUserId && c._id !== conversation._id && c.lastMessage,
  );
  if (others.length === 0) return null;
  const shown = all ? others : others.slice(0, FEW);
  return (
    <section class="properties others" aria-label="Other conversations">
      <h3>Other conversations</h3>
      <ul>
        {shown.map((c) => (
          <li key={c._id}>
            <a
              href={`#conversation=${encodeURIComponent(c._id)}`}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                workspace.open(c._id);
              }}
            >
              <span class="others-text" dir="auto">
                {c.lastMessage ? inShort(c.lastMessage) : ''}
              </span>
              <span class="meta">
                <time dateTime={isoTime(c.lastUpdatedAt)}>
                  {dayAndTime(c.lastUpdatedAt, inbox.now.value)}
                </time>
                {standing(c, team) && ` · ${standing(c, team)?.words}`}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {others.length > shown.length && (
        <button type="button" class="button quiet" onClick={() => setAll(true)}>
          Show all {others.length}
        </button>
      )}
    </section>
  );
};
