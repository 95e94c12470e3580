import { bareAddress, isSameMailbox } from '../domain/mail/replies';
import { mailboxOf } from '../domain/settings/emailSettings';
import { type Neighbors, neighborsIn, type Order } from './neighbors';
import { createOwnLines, lettersOf, type Reading } from './ownLines';
import { type OwnRows, ownRowsOf } from './ownRows';
import { type Line, OTHER_MARK } from './replyLines';

/** What the desk knows of its own mails to the person who replies. Each fact makes the folding surer; none is needed. */
export type KnownMails = {
  /** The addresses that the desk sends from, maybe with a name, and that replies go to; not those of other people. */
  addresses: readonly string[];
  /** The subjects that the desk has written to them. */
  subjects: readonly string[];
  /** What those mails said: messages, names, and the fixed words around them, with `{{…}}` for what differs. */
  texts: readonly string[];
  order?: Order;
  /** How the person who replies is called. */
  names: readonly string[];
  /** By which names the desk has written to them. */
  authors?: readonly string[];
  /** How links begin that only its mails have, besides those that open a conversation. */
  links?: readonly string[];
};

/** Where the desk has no such mails, or cannot say which. */
export const NOTHING_KNOWN: KnownMails = { addresses: [], subjects: [], texts: [], names: [] };

/** Says what of a mail is the desk's own. */
export type OwnWords = {
  /** Whether the desk has told its texts, so that a text that does not fit is another's. */
  areKnown: boolean;
  /** Whether a text has a link that only mails of the desk have. */
  hasLink(text: string): boolean;
  /** A text without such links. */
  withoutLinks(text: string): string;
  /** Lines that follow each other in the desk's mails. */
  neighbors: readonly Neighbors[];
  /** The lines of its messages. */
  rows?: OwnRows;
  /** What of each line the desk has written. */
  read(lines: readonly Line[]): Reading;
  /** Whether a text has no words but names and addresses of the desk. */
  isNames(text: string): boolean;
  /** Whether a text is part of what the desk has written, or such a link. @param least how many letters it must have; 6 by default */
  fits(text: string, least?: number): boolean;
  /** Whether a text is part of one of its messages. */
  isOfMessage(text: string): boolean;
  /** Whether a line is the rest of one that a program has wrapped. */
  goesOn(line: string, rest: string): boolean;
  hasAddress(text: string): boolean;
  hasSubject(text: string): boolean;
  /** Whether a text has the name that the desk sends by. */
  hasSender(text: string): boolean;
  /** Whether it has that name, or the address, at its start or end. */
  hasSenderAt(text: string, place: 'start' | 'end'): boolean;
  /** Whether a text names the person who replies. */
  hasName(text: string): boolean;
};

/** Addresses with a key that was taken out, and what else is left of them. */
const KEYED = [
  /[<([]?\s?https?:\/\/[^\s<>()[\]"']*\(taken-out\)[^\s<>()[\]"']*\s?[>)\]]?/g,
  /[^\s<>()[\]"']*\(taken-out\)/g,
];
/** What programs write behind the words of a link: its address, as they have rewritten it. */
const LINKED = /(?<=\S)<(?:https?|mailto|tel|x-apple-data-detectors):[^<>\s]{1,2000}>/g;
/** Signs of words, and those that people write alone. */
const SAYS = /[\p{L}\p{N}\p{Extended_Pictographic}?!？！؟+]/u;
const ADDRESSES = /[^\s@<>()[\]:,;"]{1,100}@[^\s@<>()[\]:,;"]{1,200}/g;
const LEAST = 6;
/** Words with a gap are found by less than a whole line, and so are short texts: programs add to their lines. */
const LEAST_PIECE = 6;
const LEAST_SHORT = 16;
const MOST_SHORT = 120;
const MOST_KNOWN = 200_000;
/** More lines than this are not compared, so that no mail takes long. */
const MOST_LOOKS = 3000;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a text says something: not only signs that programs draw. */
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
