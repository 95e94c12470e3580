import type { AgentEvent } from '../../../shared/answers/events';
import { handOverWords, isHandOver } from '../../../shared/handOvers';
import type { Publication } from '../../model/publisher';
import type { PushAlert } from '../../model/pushEntities';

type Alert = Omit<PushAlert, 'dueAt'>;

/** The id of what alerts to a conversation: the newest replaces the ones before. */
const ofConversation = (id: string, more: Partial<Alert> = {}): Alert => ({
  id,
  conversationId: id,
  noteId: null,
  body: null,
  only: null,
  but: null,
  told: null,
  ...more,
});

type Actor = { id?: string; name?: string };

/** What alerts agents in an event, as it alerts them in their inboxes. */
const alertsIn = (event: AgentEvent): Alert[] => {
  if (event.type === 'note') {
    const { _id, author, mentions } = event.note;
    const { _id: id } = event.conversation;
    return mentions
      .filter((agentId) => agentId !== author.id)
      .map((agentId) => ofConversation(id, { id: `${_id} ${agentId}`, noteId: _id, only: agentId }));
  }
  if (event.type === 'message') {
    const { message, conversation } = event;
    return message.role === 'appUser' && message.quiet !== true ? [ofConversation(conversation._id)] : [];
  }
  if (event.type !== 'conversation:updated' || !event.change || !isHandOver(event.change)) return [];
  const { what, why, by } = event.change as { what?: string; why?: string; by?: Actor };
  const { _id, assigneeId } = event.conversation;
  const isAssigned = what === 'assigned';
  return [
    ofConversation(_id, {
      body: handOverWords({ what, why, by: by?.name }, isAssigned),
      only: isAssigned ? (assigneeId ?? null) : null,
      but: what === 'woke' ? null : (by?.id ?? null),
    }),
  ];
};

/** The alerts in the publications of a transaction: of several to one conversation, the last. @param now ms */
export const pushAlertsIn = (publications: readonly Publication[], now: number): PushAlert[] => {
  const alerts = publications.flatMap((one) => (one.to === 'agents' ? alertsIn(one.event) : []));
  return [...new Map(alerts.map((alert) => [alert.id, { ...alert, dueAt: now }])).values()];
};
