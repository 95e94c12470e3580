import { useEffect, useState } from 'react';
import { inShort } from '../../model/describe';
import { dayAndTime, isoTime } from '../../model/times';
import { useDesk } from '../parts/view';
import { standing } from './ConversationActions';

/** How many to show at first. */
const FEW = 5;

type Props = {
  title: string;
  appUserId: string;
  /** The conversation that is open beside them. */
  except?: string;
};

/** Links to the visitor's conversations. */
export const OtherConversations = ({ title, appUserId, except }: Props) => {
  const { inbox, workspace } = useDesk();
  const { conversations, visitors, team } = workspace;
  const [all, setAll] = useState(false);
  useEffect(() => {
    if (appUserId) void visitors.conversations(appUserId);
  }, [visitors, appUserId]);
  const others = conversations.items.value.filter(
    (c) => appUserId !== '' && c.visitor.appUserId === appUserId && c._id !== except && c.lastMessage,
  );
  if (others.length === 0) return null;
  const shown = all ? others : others.slice(0, FEW);
  return (
    <section class="properties others" aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {shown.map((c) => (
          <li key={c._id}>
            <a
              href={`#conversation=${encodeURIComponent(c._id)}`}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                workspace.reveal(c._id);
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
