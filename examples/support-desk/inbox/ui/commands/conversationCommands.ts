import type { AgentConversation } from '../../../shared/answers/conversations';
import { snoozesAt } from '../../model/snoozes';
import { blocking, maySnooze, routesOf, wordsOf } from '../conversation/ConversationActions';
import { canTranslate, translateAll } from '../conversation/Translation';
import { shortcutOf } from '../parts/keys';
import { type Desk, isWide } from '../parts/view';
import { type Command, type Owner, withShortcut } from './command';

const ASSIGN_TO = 'Assign to ';

/** The conversation on the page. */
export const shownConversation = ({ workspace }: Desk): AgentConversation | undefined =>
  workspace.pages.current.value === undefined ? workspace.active.value : undefined;

const routes = ({ workspace }: Desk, conversation: AgentConversation): Command[] =>
  routesOf(conversation, workspace.team.ownId).map((to) => ({
    id: to,
    group: 'Conversation',
    label: conversation.isHandledByBot
      ? wordsOf(to, conversation)
      : (shortcutOf(to)?.does ?? wordsOf(to, conversation)),
    run: () => void workspace.route(to),
  }));

const snoozes = ({ inbox, workspace, view }: Desk, conversation: AgentConversation): Command[] => {
  if (!maySnooze(conversation)) return [];
  return [
    { ...withShortcut('snooze', 'Conversation', () => view.show('snooze')), also: 'remind later date time' },
    ...snoozesAt(inbox.now.value).map(
      ({ id, label, until }): Command => ({
        id: `snooze ${id}`,
        group: 'Conversation',
        label: `Snooze ${label.toLowerCase().slice(0, 1)}${label.slice(1)}`,
        also: 'remind later next week',
        run: () => void workspace.route('snooze', undefined, until),
      }),
    ),
  ];
};

/** Assigns the conversation to a colleague. */
const assignments = ({ workspace }: Desk, conversation: AgentConversation, typed: string): Command[] => {
  const others = workspace.team.colleagues.value.filter(({ id }) => id !== conversation.assigneeId);
  if (conversation.status === 'idle' || others.length === 0) return [];
  const all: Command = { id: 'assignTo', group: 'Conversation', label: 'Assign to…', fills: ASSIGN_TO };
  if (!typed) return [all];
  return others.map(({ id, label, email }) => ({
    id: `assign ${id}`,
    group: 'Conversation',
    label: ASSIGN_TO + label,
    also: email,
    run: () => void workspace.route('assign', id),
  }));
};

const aboutVisitor = ({ workspace, view }: Desk, conversation: AgentConversation): Command[] => {
  if (!conversation.visitor.appUserId) return [];
  const block = blocking(workspace.visitors, conversation);
  return [
    { id: 'block', group: 'Conversation', label: `${block.label} the visitor`, run: block.run },
    {
      id: 'merge',
      group: 'Conversation',
      label: 'Merge the visitor with…',
      run: () => view.show('merge'),
    },
    {
      id: 'export',
      group: 'Conversation',
      label: 'Export the visitor’s data…',
      run: () => view.show('export'),
    },
    { id: 'delete', group: 'Conversation', label: 'Delete the visitor…', run: () => view.show('delete') },
  ];
};

/** What can be done with the open conversation and its visitor. */
export const conversationCommands: Owner = (desk, typed) => {
  const conversation = shownConversation(desk);
  if (!conversation) return [];
  const { view } = desk;
  return [
    ...routes(desk, conversation),
    ...snoozes(desk, conversation),
    ...assignments(desk, conversation, typed),
    ...(isWide(1100) ? [] : [withShortcut('details', 'Conversation', () => view.toggleDetails())]),
    ...(canTranslate(desk)
      ? [
          {
            id: 'translate',
            group: 'Conversation',
            label: 'Translate what the visitor wrote',
            run: () => translateAll(desk),
          } as const,
        ]
      : []),
    ...aboutVisitor(desk, conversation),
  ];
};
