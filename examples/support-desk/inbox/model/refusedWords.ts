import type { EmailRefusal } from '../../shared/lists';

/** Why an email did not become a message, for agents. */
const REASONS: Record<EmailRefusal, string> = {
  loop: 'It is an email of this desk that came back.',
  bounce: 'It says that an email was not delivered.',
  automatic: 'A program seems to have sent it, such as an automatic reply.',
  unauthentic: 'The mail server says that the sender’s address is forged.',
  'no-token': 'It is not a reply to an email of this desk, so it belongs to no conversation.',
  forged: 'It names a conversation that its sender was not written to about.',
  ended:
    'It replies to an email that was sent to the team more than 30 days ago. Answer in the inbox, or accept it.',
  gone: 'Its conversation was deleted.',
  stranger: 'Its sender is not the one who was written to.',
  'too-large': 'It is too large to be read.',
  'too-many': 'Too many emails came for this conversation in a short time.',
  empty: 'Its sender has written nothing.',
  'not-taken': 'Its conversation takes no more messages.',
  unreadable: 'It is malformed and cannot be read.',
  failed: 'The desk could not store it, however often it tried.',
};

const isKnown = (reason: string): reason is EmailRefusal => Object.hasOwn(REASONS, reason);

/** Why an email was refused, as a sentence. A newer desk may have more reasons. */
export const refusedWords = (reason: string): string =>
  isKnown(reason) ? REASONS[reason] : 'The desk did not take it.';

/** Why an admin cannot accept an email, as a sentence. */
export const lockedWords = (reason: string): string =>
  reason === 'stranger'
    ? 'It cannot be accepted: only agents write in the team’s name, and no account has this address.'
    : 'It can never be a message. It stays in the mailbox.';

/** '3 emails were not taken' */
export const countWords = (count: number): string =>
  count === 1 ? '1 email was not taken' : `${count} emails were not taken`;
