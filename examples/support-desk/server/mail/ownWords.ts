import { mailboxOf } from '../domain/emailSettings';
import { isSameMailbox } from '../domain/replies';

/** What the desk knows of its own mails to the person who replies. Each fact makes the folding surer; none is needed. */
export type KnownMails = {
  /** The addresses that the desk sends from, maybe with a name, and that replies go to; not those of other people. */
  addresses: readonly string[];
  /** The subjects that the desk has written to them. */
  subjects: readonly string[];
  /** What those mails said: messages, names, and the fixed words around them, with `{{…}}` for what differs. */
  texts: readonly string[];
  /** How the person who replies is called. */
  names: readonly string[];
};

/** Where the desk has no such mails, or cannot say which. */
export const NOTHING_KNOWN: KnownMails = { addresses: [], subjects: [], texts: [], names: [] };

/** Says what of a mail is the desk's own. */
export type OwnWords = {
  /** Whether the desk has told its texts, so that a text that does not fit is another's. */
  areKnown: boolean;
  /** Whether a text is part of what the desk has written. @param least how many letters it must have; 6 by default */
  fits(text: string, least?: number): boolean;
  /** Whether a line is the rest of one that a program has wrapped. */
  goesOn(line: string, rest: string): boolean;
  hasAddress(text: string): boolean;
  hasSubject(text: string): boolean;
  /** Whether a text has the name that the desk sends by. */
  hasSender(text: string): boolean;
  /** Whether a text names the person who replies. */
  hasName(text: string): boolean;
};

/** Links that only mails of the desk have. */
export const OWN_LINK = /#(porch-open|conversation)=/;
const ADDRESSES = /[^\s@<>()[\]:,;"]{1,100}@[^\s@<>()[\]:,;"]{1,200}/g;
const LEAST = 6;
/** Words with a gap are found by less than a whole line, and so are short texts: programs add to their lines. */
const LEAST_PIECE = 6;
const LEAST_SHORT = 16;
const MOST_SHORT = 120;
const MOST_KNOWN = 200_000;
/** More lines than this are not compared, so that no mail takes long. */
const MOST_LOOKS = 3000;

/** Programs break, mark and wrap what they quote. Letters and digits stay. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .toLowerCase();

export const ownWordsOf = ({ addresses, subjects, texts, names }: KnownMails): OwnWords => {
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
  const senders = addresses
    .map((sender) => lettersOf(mailboxOf(sender).name))
    .filter(({ length }) => length > 1);
  const called = names
    .flatMap((name) => name.split(/\s+/))
    .map(lettersOf)
    .filter(({ length }) => length > 1);
  let looks = 0;
  return {
    areKnown: whole !== '' || pieces.length > 0,
    fits: (text, least = LEAST) => {
      if (OWN_LINK.test(text)) return true;
      const letters = lettersOf(text);
      if (letters.length < least || ++looks > MOST_LOOKS) return false;
      return whole.includes(letters) || pieces.some((piece) => letters.includes(piece));
    },
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
