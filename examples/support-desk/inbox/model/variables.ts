import type { AgentConversation } from '../../shared/agentApi';

/** What saved replies may name, with what stands for it in a reply. */
export type Variables = { name: string; agent: string };

/** What stands for the variables in a reply to this conversation. A name that the desk has made up is none. */
export const variablesOf = (
  { nameFrom, displayName }: Pick<AgentConversation, 'nameFrom' | 'displayName'>,
  agent: string,
): Variables => ({ name: nameFrom === 'desk' ? '' : displayName, agent });

/** Fills the variables of a saved reply. One without a value is left out with the space before it. */
export const fillVariables = (text: string, variables: Variables): string =>
  text.replace(/(\s?)\{\{\s*(name|agent)\s*\}\}/g, (_, space: string, variable: keyof Variables) => {
    const value = variables[variable].trim();
    return value && space + value;
  });
