import type { AgentConversation } from '../../../shared/answers/conversations';
import { snoozesAt } from '../../model/snoozes';
import { shortDay } from '../../model/times';
import type { Route } from '../../services/api';
import type { Team } from '../../state/account/team';
import type { Workspace } from '../../state/workspaceParts';
import { MenuButton, type MenuItem } from '../parts/MenuButton';
import { useDesk, useWide } from '../parts/view';
import { VisitorDialogs } from './VisitorDialogs';

const WORDS: Record<Exclude<Route, 'snooze'>, string> = {
  assign: 'Assign to me',
  queue: 'Put in the queue',
  wake: 'Wake',
  close: 'Close',
  reopen: 'Reopen',
};

/** An action that needs no choice. */
type Act = keyof typeof WORDS;

/** The label of an action. */
export const wordsOf = (to: Act, { isHandledByBot }: AgentConversation): string =>
  to === 'assign' && isHandledByBot ? 'Take over' : WORDS[to];

/** The routing actions available for a conversation, most likely first. */
export const routesOf = (c: AgentConversation, ownId: string): Act[] => {
  if (c.status === 'idle') return ['reopen'];
  if (c.snoozed) return ['wake', 'close'];
  if (c.assigneeId === ownId) return ['close', 'queue'];
  return c.routingStatus === 'queued' ? ['assign', 'close'] : ['assign', 'close', 'queue'];
};

/** Whether the conversation can be snoozed, also until another time. */
export const maySnooze = ({ status, isHandledByBot }: AgentConversation): boolean =>
  status !== 'idle' && !isHandledByBot;

/** A conversation's state, in a word or two, with its style. */
type Standing = {
  kind: 'blocked' | 'closed' | 'snoozed' | 'queued' | 'bot' | 'mine' | 'others';
  words: string;
};

/** `undefined` for a conversation that waits for nobody in particular. */
export const standing = (
  c: AgentConversation,
  { ownId, members }: Pick<Team, 'ownId' | 'members'>,
): Standing | undefined => {
  if (c.visitor.blocked) return { kind: 'blocked', words: 'Blocked' };
  if (c.status === 'idle') return { kind: 'closed', words: 'Closed' };
  if (c.snoozed) {
    const { until } = c.snoozed;
    return {
      kind: 'snoozed',
      words: until === undefined ? 'Until they write' : `Until ${shortDay(until)}`,
    };
  }
  if (c.routingStatus === 'queued') return { kind: 'queued', words: 'Queued' };
  if (c.routingStatus !== 'assigned') return undefined;
  if (c.isHandledByBot) return { kind: 'bot', words: `Handled by ${c.assignee ?? 'a bot'}` };
  if (c.assigneeId === ownId) return { kind: 'mine', words: 'Mine' };
  const label = members.value.find(({ id }) => id === c.assigneeId)?.label;
  return { kind: 'others', words: label ?? c.assignee ?? 'Assigned' };
};

/** How many colleagues the menu offers. */
const MOST_COLLEAGUES = 12;

/** The action that blocks or unblocks the visitor. */
export const blocking = (visitors: Workspace['visitors'], { visitor }: AgentConversation): MenuItem => {
  const { appUserId, blocked = false } = visitor;
  return {
    id: 'block',
    label: blocked ? 'Unblock' : 'Block',
    run: () => void visitors.setBlocked(appUserId, !blocked),
  };
};

/**
 * Assigns, queues, snoozes, closes and reopens the open conversation, and blocks, exports and deletes its visitor. Each action
 * is present once, as a button or in the menu.
 */
export const ConversationActions = ({ conversation }: { conversation: AgentConversation }) => {
  const { inbox, workspace, view } = useDesk();
  const { team } = workspace;
  const routes = routesOf(conversation, team.ownId);
  const wide = useWide();
  const block = blocking(workspace.visitors, conversation);
  const buttons = wide ? routes.filter((to) => to !== 'queue') : [];
  const others = routes.filter((to) => !wide || to === 'queue');
  const move = (to: Act, agentId?: string) => {
    void workspace.route(to, agentId);
    // The pressed button, or the menu of a conversation that closes, disappears.
    if (wide && to !== 'queue') view.focus('reply');
  };
  const isOpen = conversation.status !== 'idle';
  const colleagues = isOpen ? team.colleagues.value.slice(0, MOST_COLLEAGUES) : [];
  const bots = isOpen ? team.bots.value : [];
  const snoozes = [
    ...snoozesAt(inbox.now.value).map(({ id, label, until }) => ({
      id,
      label,
      run: () => {
        void workspace.route('snooze', undefined, until);
        if (wide) view.focus('reply');
      },
    })),
    { id: 'snooze', label: 'Until a date and time…', run: () => view.show('snooze') },
  ];
  return (
    <>
      {buttons.map((to) => (
        <button
          key={to}
          type="button"
          class={`button${to === 'close' && buttons.length > 1 ? ' quiet' : ''}`}
          // The second click of a double click was meant for the previous button.
          onClick={({ detail }) => detail < 2 && move(to)}
        >
          {wordsOf(to, conversation)}
        </button>
      ))}
      <MenuButton
        label="Conversation actions"
        icon="dots"
        place="below"
        onOpen={() => void team.refresh()}
        groups={[
          {
            title: 'Conversation',
            items: others.map((to) => ({ id: to, label: wordsOf(to, conversation), run: () => move(to) })),
          },
          {
            title: 'Assign to',
            items: [
              ...colleagues.map(({ id, label, online }) => ({
                id,
                label: online ? label : `${label} (not here)`,
                run: () => move('assign', id),
              })),
              ...bots.map(({ id, label }) => ({ id, label, run: () => move('assign', id) })),
            ].filter(({ id }) => id !== conversation.assigneeId),
          },
          { title: 'Snooze', items: maySnooze(conversation) ? snoozes : [] },
          {
            title: 'Visitor',
            items: conversation.visitor.appUserId
              ? [
                  block,
                  { id: 'merge', label: 'Merge with…', run: () => view.show('merge') },
                  { id: 'export', label: 'Export data…', run: () => view.show('export') },
                  { id: 'delete', label: 'Delete…', run: () => view.show('delete') },
                ]
              : [],
          },
        ].filter(({ items }) => items.length > 0)}
      />
      <VisitorDialogs key={conversation._id} conversation={conversation} />
    </>
  );
};
