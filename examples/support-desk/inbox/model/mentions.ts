import { splitLinks } from '@porch/messenger/model/links';
import type { TeamMember } from '../../shared/answers/accounts';
import type { Labelled } from './people';

/** A colleague, who can be mentioned by name or by label. */
type Colleague = Labelled<Pick<TeamMember, 'id' | 'name'>>;

/** How many colleagues to offer at once. */
const MOST_OFFERED = 6;

/** The word after an @ that ends at the caret, and the index of its @, if any. */
export const mentionAt = (text: string, caret: number): { from: number; word: string } | undefined => {
  const word = /(?:^|[\s(])@([\p{L}\p{M}\p{N}_.-]{0,40})$/u.exec(text.slice(0, caret))?.[1];
  return word === undefined ? undefined : { from: caret - word.length - 1, word: word.toLowerCase() };
};

/** The colleagues with a word in their name that begins so, by name. */
export const colleaguesFor = <T extends Colleague>(team: readonly T[], word: string): T[] =>
  team
    .filter(({ name }) => [name, ...name.split(/\s+/)].some((part) => part.toLowerCase().startsWith(word)))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
    .slice(0, MOST_OFFERED);

/** A part of a note's text: plain, or an @ with a name or label, and the ids of everyone with that name. */
type NotePart = { text: string; ids?: string[] };

const isWordPart = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{M}\p{N}_]/u.test(character);

/** Whom the text mentions at this @, and the length of the name after it. The longest name or label wins. */
const mentionedAt = (
  text: string,
  at: number,
  team: readonly Colleague[],
): { ids: string[]; length: number } | undefined => {
  if (text[at] !== '@' || isWordPart(text[at - 1])) return undefined;
  const rest = text.slice(at + 1).toLowerCase();
  const isHere = (words: string): boolean =>
    words !== '' && rest.startsWith(words.toLowerCase()) && !isWordPart(rest[words.length]);
  const found = team.flatMap(({ id, name, label }) =>
    [name, label].filter(isHere).map(({ length }) => ({ id, length })),
  );
  const longest = Math.max(0, ...found.map(({ length }) => length));
  if (longest === 0) return undefined;
  const ids = found.filter(({ length }) => length === longest).map(({ id }) => id);
  return { ids: [...new Set(ids)], length: longest };
};

/** A host and the start of its path, up to an @ in the path. */
const PATH = /[\p{L}\p{N}-]\.\p{L}{2,}\/\S*$/u;

/** The indexes of each @ that can mention somebody: not those in addresses. */
const signsOf = (text: string): number[] => {
  const signs: number[] = [];
  let from = 0;
  for (const { text: part, href } of splitLinks(text)) {
    for (let at = part.indexOf('@'); !href && at >= 0; at = part.indexOf('@', at + 1))
      if (!PATH.test(part.slice(0, at))) signs.push(from + at);
    from += part.length;
  }
  return signs;
};

/** Splits a note's text where it mentions colleagues. */
export const partsOf = (text: string, team: readonly Colleague[]): NotePart[] => {
  const parts: NotePart[] = [];
  let plain = 0;
  for (const at of signsOf(text)) {
    const mentioned = at < plain ? undefined : mentionedAt(text, at, team);
    if (!mentioned) continue;
    const end = at + 1 + mentioned.length;
    if (at > plain) parts.push({ text: text.slice(plain, at) });
    parts.push({ text: text.slice(at, end), ids: mentioned.ids });
    plain = end;
  }
  if (plain < text.length) parts.push({ text: text.slice(plain) });
  return parts;
};

/** The ids of the colleagues whom a note mentions, each once. */
export const mentionsIn = (text: string, team: readonly Colleague[]): string[] => [
  ...new Set(partsOf(text, team).flatMap(({ ids }) => ids ?? [])),
];
