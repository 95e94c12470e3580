import type { AgentConversation } from '../../shared/answers/conversations';

/** The variables of saved replies, with their values for a reply. */
type Variables = { name: string; agent: string };

/** The values of the variables for a reply to this conversation. A name that the desk generated is not used. */
export const variablesOf = (
  { nameFrom, displayName }: Pick<AgentConversation, 'nameFrom' | 'displayName'>,
  agent: string,
): Variables => ({ name: nameFrom === 'desk' ? '' : displayName, agent });
