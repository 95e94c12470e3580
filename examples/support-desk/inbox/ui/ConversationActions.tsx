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
  const { routing, agentName } = useDesk().workspace;
  const routes = routesOf(conversation, agentName);
  const [first] = routes;
  const busy = routing.busy.value !== undefined;
  const move = (to: Route) => void routing.move(conversation._id, to);
  return (
    <>
      {first && (
        <button type="button" class="button wide-only" disabled={busy} onClick={() => move(first)}>
          {WORDS[first]}
        </button>
      )}
      <MenuButton
        label="Conversation actions"
        icon="dots"
        place="below"
        disabled={busy}
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
