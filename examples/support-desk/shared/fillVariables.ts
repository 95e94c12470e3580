/** A variable, with a comma and a space on each side, and the lower-case letter that follows. */
const VARIABLE =
  /([,،、，]?[^\S\n]?)\{\{\s*([^{}|\n]*?)\s*(?:\|([^{}\n]*))?\}\}([,،、，]?[^\S\n]?)(\p{Ll}?)/gu;

/** The value of a variable. Without a value and a fallback, one that `drops` is removed; others stay as they are. */
export type VariableValue = { value: string; drops?: true };

/**
 * Fills in the variables of a text, such as `{{name}}` and `{{visitor.name|there}}`, which has a fallback. One to remove
 * takes the comma and the space before it along. At the beginning of a line it takes those after it along, and the next
 * word gets a capital letter.
 * @param lookUp the value of a known variable; others stay as they are
 */
export const fillWith = (text: string, lookUp: (name: string) => VariableValue | undefined): string =>
  text.replace(
    VARIABLE,
    (
      whole,
      before: string,
      name: string,
      fallback: string | undefined,
      behind: string,
      letter: string,
      at: number,
    ) => {
      const known = lookUp(name);
      if (!known) return whole;
      const value = known.value.trim() || fallback?.trim();
      if (value) return before + value + behind + letter;
      if (!known.drops && fallback === undefined) return whole;
      const begins = !before && /(^|\n)$/.test(text.slice(0, at));
      return begins ? (behind ? letter.toUpperCase() : letter) : behind + letter;
    },
  );

/** The same with a table of values; a variable without one is removed. */
export const fillVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  fillWith(text, (name) =>
    Object.hasOwn(values, name) ? { value: values[name] ?? '', drops: true } : undefined,
  );
