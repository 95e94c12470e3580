/** A variable, with a comma and a space on each side, and the lower-case letter that follows. */
const VARIABLE = /([,،、，]?[^\S\n]?)\{\{\s*([a-z]+)\s*\}\}([,،、，]?[^\S\n]?)(\p{Ll}?)/gu;

/**
 * Fills in the variables of a text, such as `{{name}}`. One without a value is removed with the comma and the space
 * before it. At the beginning of a line it is removed with those after it, and the next word gets a capital letter.
 * @param values the known variables; others stay as they are
 */
export const fillVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(
    VARIABLE,
    (whole, before: string, name: string, behind: string, letter: string, at: number) => {
      if (!Object.hasOwn(values, name)) return whole;
      const value = values[name]?.trim();
      if (value) return before + value + behind + letter;
      const begins = !before && /(^|\n)$/.test(text.slice(0, at));
      return begins ? (behind ? letter.toUpperCase() : letter) : behind + letter;
    },
  );
