/** The headers of an email's part. */
type PartHead = { type: string; disposition: string; isNamed: boolean };

/** Parts that mail programs show one below the other. */
const SHOWN = /^(text\/(plain|html)|message\/delivery-status)$/i;

/**
 * Whether a part is a text that its sender attached: plain text with a name, wherever programs show it. Only the first
 * part of an email is always its text.
 */
export const isFileOfText = ({ type, isNamed }: PartHead, isFirst: boolean): boolean =>
  /^text\/plain$/i.test(type) && isNamed && !isFirst;

/** Whether a part belongs to the text of the email. */
export const isTextOfMail = (head: PartHead, isFirst: boolean): boolean =>
  SHOWN.test(head.type) && /^(inline)?$/i.test(head.disposition) && !isFileOfText(head, isFirst);
