/** The first so many characters of a text, none of them cut in two; `…` stands for the rest. */
export const beginning = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : text;
