import type { AgentHappening } from './answers/conversations';

/** The changes of a conversation that alert agents, and their words. The desk and its inbox use the same ones. */

/** Whether a program has queued the conversation, like a bot that hands it over. */
const isFromProgram = ({ by }: AgentHappening): boolean =>
  (by as { kind?: string } | undefined)?.kind === 'key';

/**
 * Whether a change alerts agents: somebody assigns the conversation, a program hands it over, its agent was removed, or
 * it wakes without a message of the visitor.
 */
export const isHandOver = (change: AgentHappening): boolean => {
  const { what, why } = change;
  if (what === 'queued') return isFromProgram(change);
  if (what === 'woke') return why !== undefined && why !== 'visitor';
  return what === 'assigned' || what === 'unassigned' || what === 'handedOver';
};

/**
 * The words of an alert to such a change.
 * @param change `by` is the name of the person or program
 * @param isMine whether the conversation is the alerted agent's
 */
export const handOverWords = (
  { what, why, by }: { what?: string; why?: string; by?: string },
  isMine: boolean,
): string => {
  if (what === 'woke') return 'The snooze is over';
  if (what === 'unassigned') return 'The visitor waits, and their agent was removed';
  if (!isMine) return 'A bot hands the conversation over';
  return why === 'turn' ? 'It is your turn' : `${by ?? 'A program'} assigned the conversation to you`;
};

/** The title of an alert to a note. @param author the name of its author */
export const mentionTitle = (author: string | undefined): string =>
  `${author ?? 'A colleague'} mentioned you`;
