import { bareAddress, isSameMailbox } from '../domain/mail/replies';
import { mailboxOf } from '../domain/settings/emailSettings';
import { type Neighbors, neighborsIn, type Order } from './neighbors';
import { createOwnLines, lettersOf, type Reading } from './ownLines';
import { type OwnRows, ownRowsOf } from './ownRows';
import { type Line, OTHER_MARK } from './replyLines';

/**
 * What the desk knows about its own emails to the person who replies. Each fact makes the folding more certain; none is
 * required.
 */
export type KnownMails = {
  /** The addresses that the desk sends from, optionally with a name, and the reply addresses; not those of other people. */
  addresses: readonly string[];
  /** The subjects of the desk's emails to them. */
  subjects: readonly string[];
  /** The content of those emails: messages, names, and the fixed words around them, with `{{…}}` for variable parts. */
  texts: readonly string[];
  order?: Order;
  /** The name of the person who replies. */
  names: readonly string[];
  /** The names that the desk used for them. */
  authors?: readonly string[];
  /** The beginnings of links that only its emails have, besides those that open a conversation. */
  links?: readonly string[];
};

/** For a desk without such emails, or one that cannot tell which. */
export const NOTHING_KNOWN: KnownMails = { addresses: [], subjects: [], texts: [], names: [] };

/** Determines which parts of an email are the desk's own. */
export type OwnWords = {
  /** Whether the desk's texts are known, so that a text that does not match is another's. */
  areKnown: boolean;
  /** Whether a text has a link that only the desk's emails have. */
  hasLink(text: string): boolean;
  withoutLinks(text: string): string;
  /** Consecutive lines of the desk's emails. */
  neighbors: readonly Neighbors[];
  /** The lines of its messages. */
  rows?: OwnRows;
  /** The desk's part of each line. */
  read(lines: readonly Line[]): Reading;
  /** Whether a text contains only names and addresses of the desk. */
  isNames(text: string): boolean;
  /** Whether a text is part of the desk's words, or such a link. @param least how many letters it must have; 6 by default */
  fits(text: string, least?: number): boolean;
  /** Whether a text is part of one of its messages. */
  isOfMessage(text: string): boolean;
  /** Whether a line is the rest of one that a program has wrapped. */
  goesOn(line: string, rest: string): boolean;
  hasAddress(text: string): boolean;
  hasSubject(text: string): boolean;
  hasSender(text: string): boolean;
  /** Whether it has that name, or the address, at its start or end. */
  hasSenderAt(text: string, place: 'start' | 'end'): boolean;
  /** Whether a text names the person who replies. */
  hasName(text: string): boolean;
};

/** Addresses whose key was removed, and their remains. */
const KEYED = [
  /[<([]?\s?https?:\/\/[^\s<>()[\]"']*\(taken-out\)[^\s<>()[\]"']*\s?[>)\]]?/g,
  /[^\s<>()[\]"']*\(taken-out\)/g,
];
/** What programs write after a link's label: its address, as rewritten by them. */
const LINKED = /(?<=\S)<(?:https?|mailto|tel|x-apple-data-detectors):[^<>\s]{1,2000}>/g;
/** Characters of words, and those that people write alone. */
const SAYS = /[\p{L}\p{N}\p{Extended_Pictographic}?!？！؟+]/u;
const ADDRESSES = /[^\s@<>()[\]:,;"]{1,100}@[^\s@<>()[\]:,;"]{1,200}/g;
const LEAST = 6;
/** Words with a gap match parts of lines, as do short texts: programs add to their lines. */
const LEAST_PIECE = 6;
const LEAST_SHORT = 16;
const MOST_SHORT = 120;
const MOST_KNOWN = 200_000;
/** More lines than this are not compared, so that no email takes long. */
const MOST_LOOKS = 3000;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a text has content: not only characters that programs draw. */
export const hasSigns = (text: string): boolean => SAYS.test(text);

export const ownWordsOf = (known: KnownMails): OwnWords => {
  const { addresses, subjects, texts, order, names, authors = [], links = [] } = known;
  const patterns = [
    ...KEYED,
    ...links.map((link) => new RegExp(`[<([]?\\s?${escaped(link)}[\\w-]*\\s?[>)\\]]?`, 'g')),
  ];
  const withoutLinks = (text: string): string =>
    patterns.reduce((rest, pattern) => rest.replace(pattern, ' '), text);
  const hasLink = (text: string): boolean => withoutLinks(text) !== text;
  const whole = lettersOf(
    texts
      .filter((text) => !text.includes('{{'))
      .join('\n')
      .slice(0, MOST_KNOWN),
  );
  const pieces = texts.flatMap((text) => {
    const parts = text.split(/\{\{\w*\}\}/).map(lettersOf);
    const least = parts.length > 1 ? LEAST_PIECE : LEAST_SHORT;
    return parts.filter(({ length }) => length >= least && length <= MOST_SHORT);
  });
  const named = subjects.map(lettersOf).filter(({ length }) => length > 3);
  const senders = [...addresses.map((sender) => mailboxOf(sender).name), ...authors]
    .map(lettersOf)
    .filter(({ length }) => length > 1);
  const plain = addresses.map((sender) => lettersOf(bareAddress(sender))).filter(({ length }) => length > 3);
  const called = names
    .flatMap((name) => name.split(/\s+/))
    .map(lettersOf)
    .filter(({ length }) => length > 1);
  const said = [...addresses.map((sender) => mailboxOf(sender).name), ...authors]
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .sort((a, b) => b.length - a.length);
  const inMessages = lettersOf((order?.messages ?? []).join('\n').slice(0, MOST_KNOWN));
  const clean = (text: string): string => withoutLinks(text.replace(OTHER_MARK, '').replace(LINKED, ''));
  let looks = 0;
  return {
    hasLink,
    withoutLinks,
    neighbors: order ? neighborsIn(order) : [],
    ...(order && { rows: ownRowsOf(order, clean) }),
    read: createOwnLines(texts, clean),
    isNames: (text) => {
      const rest = withoutLinks(text).replace(ADDRESSES, (found) =>
        addresses.some((own) => isSameMailbox(own, found)) ? '' : found,
      );
      return !hasSigns(said.reduce((left, name) => left.replaceAll(name, ''), rest));
    },
    areKnown: whole !== '' || pieces.length > 0,
    fits: (text, least = LEAST) => {
      const letters = lettersOf(withoutLinks(text));
      if (letters === '' && hasLink(text)) return true;
      if (letters.length < least || ++looks > MOST_LOOKS) return false;
      return whole.includes(letters) || pieces.some((piece) => letters.includes(piece));
    },
    isOfMessage: (text) => inMessages.includes(lettersOf(text)),
    goesOn: (line, rest) => {
      const [before, after] = [lettersOf(line).slice(-LEAST_PIECE * 2), lettersOf(rest)];
      return before.length >= LEAST_PIECE && after !== '' && whole.includes(before + after);
    },
    hasAddress: (text) =>
      (text.match(ADDRESSES) ?? []).some((found) => addresses.some((own) => isSameMailbox(own, found))),
    hasSender: (text) => {
      const letters = lettersOf(text);
      return senders.some((sender) => letters.includes(sender));
    },
    hasSenderAt: (text, place) => {
      const letters = lettersOf(text);
      return [...senders, ...plain].some((sender) =>
        place === 'start' ? letters.startsWith(sender) : letters.endsWith(sender),
      );
    },
    hasSubject: (text) => {
      const letters = lettersOf(text);
      return named.some((subject) => letters.includes(subject));
    },
    hasName: (text) => {
      const letters = lettersOf(text);
      return called.some((name) => letters.includes(name));
    },
  };
};
