import { useState } from 'react';
import type { AgentConversation } from '../../shared/agentApi';
import type { Route } from '../api';
import { MenuButton } from './MenuButton';
import { DeleteDialog, ExportDialog } from './VisitorDialogs';
import { useDesk, useWide } from './view';

const WORDS: Record<Route, string> = {
  assign: 'Assign to me',
  queue: 'Put in the queue',
  close: 'Close',
  reopen: 'Reopen',
};

/** The routing actions available for a conversation, the likeliest first. */
export const routesOf = (
  { status, routingStatus, assignee }: AgentConversation,
  agentName: string,
): Route[] => {
  if (status === 'idle') return ['reopen'];
  const mine = routingStatus === 'assigned' && assignee === agentName;
  if (mine) return ['close', 'queue'];
  return routingStatus === 'queued' ? ['assign', 'close'] : ['assign', 'close', 'queue'];
};

/** A conversation's routing state in one word; undefined when it is neither queued nor assigned. */
export const standing = (c: AgentConversation, agentName: string): string | undefined => {
  if (c.status === 'idle') return 'Closed';
  if (c.routingStatus === 'queued') return 'Queued';
  if (c.routingStatus !== 'assigned') return undefined;
  return c.assignee === agentName ? 'Mine' : (c.assignee ?? 'Assigned');
};

/**
 * Assigns, queues, closes and reopens the open conversation, and exports and deletes its visitor. Each action is there
 * once: as a button or in the menu.
 */
export const ConversationActions = ({ conversation }: { conversation: AgentConversation }) => {
  const { workspace, view } = useDesk();
  const { routing, agentName } = workspace;
  const routes = routesOf(conversation, agentName);
  const [first] = routes;
  const wide = useWide();
  const [dialog, setDialog] = useState<'export' | 'delete' | undefined>(undefined);
  const about = { conversation, onClose: () => setDialog(undefined) };
  // Closing never has a button: a double click on the previous action would then close the conversation.
  const button = wide && (first === 'assign' || first === 'reopen') ? first : undefined;
  const others = routes.filter((to) => to !== button);
  const move = (to: Route) => {
    void routing.move(conversation._id, to);
    // The pressed button, or the menu of a conversation that closes, disappears.
    if (wide && to !== 'queue') view.focus('reply');
  };
  return (
    <>
      {button && (
        <button type="button" class="button" onClick={() => move(button)}>
          {WORDS[button]}
        </button>
      )}
      <MenuButton
        label="Conversation actions"
        icon="dots"
        place="below"
        groups={[
          {
            title: 'Conversation',
            items: others.map((to) => ({ id: to, label: WORDS[to], run: () => move(to) })),
          },
          {
            title: 'Visitor',
            items: conversation.visitor.appUserId
              ? [
                  { id: 'export', label: 'Export data…', run: () => setDialog('export') },
                  { id: 'delete', label: 'Delete…', run: () => setDialog('delete') },
                ]
              : [],
          },
        ].filter(({ items }) => items.length > 0)}
      />
      {dialog === 'export' && <ExportDialog {...about} />}
      {dialog === 'delete' && <DeleteDialog {...about} />}
    </>
  );
};
