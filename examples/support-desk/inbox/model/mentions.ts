import type { TeamMember } from '../../shared/accountsApi';

export type Colleague = Pick<TeamMember, 'id' | 'name'>;

/** How many colleagues are offered at once. */
const MOST_OFFERED = 6;

/** The word after an @ that ends at the caret, and the index of its @; undefined where there is none. */
export const mentionAt = (text: string, caret: number): { from: number; word: string } | undefined => {
  const word = /(?:^|[\s(])@([\p{L}\p{M}\p{N}_.-]{0,40})$/u.exec(text.slice(0, caret))?.[1];
  return word === undefined ? undefined : { from: caret - word.length - 1, word: word.toLowerCase() };
};

/** The colleagues of whose name a word begins so, by name. */
export const colleaguesFor = <T extends Colleague>(team: readonly T[], word: string): T[] =>
  team
    .filter(({ name }) => [name, ...name.split(/\s+/)].some((part) => part.toLowerCase().startsWith(word)))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .slice(0, MOST_OFFERED);

/** A part of a note's text: plain, or the @ and the name of a colleague. */
export type NotePart = { text: string; id?: string };

const isWordPart = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{M}\p{N}_]/u.test(character);

/** Whom the text mentions at this @. Of names that begin alike the longest counts. */
const mentionedAt = <T extends Colleague>(text: string, at: number, team: readonly T[]): T | undefined => {
  if (text[at] !== '@' || isWordPart(text[at - 1])) return undefined;
  const rest = text.slice(at + 1).toLowerCase();
  return team
    .filter(({ name }) => name && rest.startsWith(name.toLowerCase()) && !isWordPart(rest[name.length]))
    .reduce<T | undefined>(
      (best, one) => (best && best.name.length >= one.name.length ? best : one),
      undefined,
    );
};

/** Cuts a note's text where it mentions colleagues. */
export const partsOf = (text: string, team: readonly Colleague[]): NotePart[] => {
  const parts: NotePart[] = [];
  let plain = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const colleague = mentionedAt(text, at, team);
    if (!colleague) continue;
    const end = at + 1 + colleague.name.length;
    if (at > plain) parts.push({ text: text.slice(plain, at) });
    parts.push({ text: text.slice(at, end), id: colleague.id });
    plain = end;
  }
  if (plain < text.length) parts.push({ text: text.slice(plain) });
  return parts;
};

/** The ids of the colleagues whom a note mentions, each once. */
export const mentionsIn = (text: string, team: readonly Colleague[]): string[] => [
  ...new Set(partsOf(text, team).flatMap(({ id }) => id ?? [])),
];
