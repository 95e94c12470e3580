import { cutText } from '../../model/clean';
import { fillIn } from '../../words/mailWords';

/** The words of the emails to the team about a visitor. */

/**
 * The subjects of an email about a visitor: the first where they have written.
 * @param name the visitor's
 */
export const teamSubjects = (name: string): [string, string] => {
  const who = cutText(name.replace(/\s+/g, ' '), 100);
  return [`${who} waits for an answer`, `Missed call from ${who}`];
};

/** The text below those messages. */
export const TEAM_REPLY = 'Reply to this email to answer. Send it from the address of your account.';
/** Somebody who loses a mailbox must not leave a way in. */
export const TEAM_ENDS = 'Replies by email are taken for 30 days.';
const WAITS = '{{name}} has waited for an answer since {{since}} UTC.';
const CALLED = 'They called at {{time}} UTC, and nobody took the call.';

/** The text of each email to the team around the visitor's messages. */
export const TEAM_WORDS = [WAITS, CALLED, TEAM_REPLY, TEAM_ENDS, 'Open the conversation'];

/** A time in UTC, to the minute. @param ms since 1970 */
const utc = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

/**
 * The first paragraphs of an email about a visitor.
 * @param since when they began to wait, in ms
 * @param missed when they called and nobody took the call, in ms
 */
export const teamOpening = (name: string, since: number, missed: number | null): string[] => [
  fillIn(WAITS, { name, since: utc(since) }),
  ...(missed === null ? [] : [fillIn(CALLED, { time: utc(missed) })]),
];
