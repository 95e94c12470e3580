import type { AgentConversation } from '../../shared/answers/conversations';

/** The variables of saved replies, with their values for a reply. */
type Variables = { name: string; agent: string };

/** The values of the variables for a reply to this conversation. A name that the desk generated is not used. */
export const variablesOf = (
  { nameFrom, displayName }: Pick<AgentConversation, 'nameFrom' | 'displayName'>,
  agent: string,
): Variables => ({ name: nameFrom === 'desk' ? '' : displayName, agent });

/** A variable, with a comma and a space on each side, and the lower-case letter that follows. */
const VARIABLE = /([,،、，]?[^\S\n]?)\{\{\s*(name|agent)\s*\}\}([,،、，]?[^\S\n]?)(\p{Ll}?)/gu;

/**
 * Fills in the variables of a saved reply. One without a value is removed with the comma and the space before it. At
 * the beginning of a line it is removed with those after it, and the next word gets a capital letter.
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
