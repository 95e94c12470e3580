import type { AgentConversation } from '../../shared/agentApi';

/** What saved replies may name, with what stands for it in a reply. */
export type Variables = { name: string; agent: string };

/** What stands for the variables in a reply to this conversation. A name that the desk has made up is none. */
export const variablesOf = (
  { nameFrom, displayName }: Pick<AgentConversation, 'nameFrom' | 'displayName'>,
  agent: string,
): Variables => ({ name: nameFrom === 'desk' ? '' : displayName, agent });

/** A variable, with a comma and a space on each side, and the small letter that follows. */
const VARIABLE = /([,،、，]?[^\S\n]?)\{\{\s*(name|agent)\s*\}\}([,،、，]?[^\S\n]?)(\p{Ll}?)/gu;

/**
 * Fills the variables of a saved reply. One without a value is left out with the comma and the space before it; where it
 * begins a line, with those behind it, and the next word begins the sentence.
 */
export const fillVariables = (text: string, variables: Variables): string =>
  text.replace(
    VARIABLE,
    (_, before: string, name: keyof Variables, behind: string, letter: string, at: number) => {
      const value = variables[name].trim();
      if (value) return before + value + behind + letter;
      const begins = !before && /(^|\n)$/.test(text.slice(0, at));
      return begins ? (behind ? letter.toUpperCase() : letter) : behind + letter;
    },
  );
