import { replyText } from './replyText';
import { withoutLinkKeys } from './withoutLinkKeys';

/** What the desk knows of its own mails to the person who replies. Each fact makes the folding surer; none is needed. */
export type KnownMails = {
  /** The addresses of the desk, with or without what follows a plus, and of the person who replies. */
  addresses: readonly string[];
  /** The subjects that the desk has written to them. */
  subjects: readonly string[];
  /** The texts that those mails had: messages, and the fixed words around them. */
  texts: readonly string[];
};

/** A reply, folded. Nothing of it is lost: `whole` has every sign of the mail's text. */
export type FoldedReply = {
  /** What its sender wrote now: what is shown first. Empty only where the mail says nothing but the desk's own words. */
  text: string;
  /** The text of the mail as it came. Keys of links that open a conversation are taken out. */
  whole: string;
};

/** Folds a reply: parts what somebody wrote from what they quote, sign with, and what their program adds. */
export const foldReply = (mail: string, _known: KnownMails): FoldedReply => {
  const whole = withoutLinkKeys(mail);
  return { text: replyText(whole) || whole.trim(), whole };
};
