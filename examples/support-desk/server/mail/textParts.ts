/** What a part of a mail says of itself. */
export type PartHead = { type: string; disposition: string; isNamed: boolean };

/** What mail programs show below each other. */
const SHOWN = /^(text\/(plain|html)|message\/delivery-status)$/i;

/**
 * Whether a part is a text that its sender attached: plain text with a name, wherever programs show it. Only the first part of a mail is
 * what was written even so.
 */
export const isFileOfText = ({ type, isNamed }: PartHead, isFirst: boolean): boolean =>
  /^text\/plain$/i.test(type) && isNamed && !isFirst;

/** Whether a part belongs to the text of the mail. */
export const isTextOfMail = (head: PartHead, isFirst: boolean): boolean =>
  SHOWN.test(head.type) && /^(inline)?$/i.test(head.disposition) && !isFileOfText(head, isFirst);
