import type { AgentConversation } from '../../shared/agentApi';
import type { Route } from '../api';
import { MenuButton } from './MenuButton';
import { useDesk } from './view';

const WORDS: Record<Route, string> = {
  assign: 'Assign to me',
  queue: 'Put in the queue',
  close: 'Close',
  reopen: 'Reopen',
};

/** What can be done with a conversation as it stands, the likeliest first. */
export const routesOf = (
  { status, routingStatus, assignee }: AgentConversation,
  agentName: string,
): Route[] => {
  if (status === 'idle') return ['reopen'];
  const mine = routingStatus === 'assigned' && assignee === agentName;
  if (mine) return ['close', 'queue'];
  return routingStatus === 'queued' ? ['assign', 'close'] : ['assign', 'close', 'queue'];
};

/** Where a conversation stands, in a word; nothing where it is in nobody's hands. */
export const standing = (c: AgentConversation, agentName: string): string | undefined => {
  if (c.status === 'idle') return 'Closed';
  if (c.routingStatus === 'queued') return 'Queued';
  if (c.routingStatus !== 'assigned') return undefined;
  return c.assignee === agentName ? 'Mine' : (c.assignee ?? 'Assigned');
};

/** Takes, queues, closes and reopens the open conversation. */
export const ConversationActions = ({ conversation }: { conversation: AgentConversation }) => {
  const { workspace, view } = useDesk();
  const { routing, agentName } = workspace;
  const routes = routesOf(conversation, agentName);
  const [first] = routes;
  const move = (to: Route) => void routing.move(conversation._id, to);
  return (
    <>
      {/* Never one that closes: a double click on the button before it would do that too. */}
      {(first === 'assign' || first === 'reopen') && (
        <button
          type="button"
          class="button wide-only"
          onClick={() => {
            move(first);
            // This button goes away; the focus must not go with it.
            view.focus('reply');
          }}
        >
          {WORDS[first]}
        </button>
      )}
      <MenuButton
        label="Conversation actions"
        icon="dots"
        place="below"
        groups={[
          {
            title: 'Actions',
            items: routes.map((to) => ({ id: to, label: WORDS[to], run: () => move(to) })),
          },
        ]}
      />
    </>
  );
};
