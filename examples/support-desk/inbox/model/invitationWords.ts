import type { InvitationMail, MailProblem } from '../../shared/answers/accounts';

const PROBLEMS: Record<MailProblem, string> = {
  limit: 'this address got enough emails in an hour. Try again later, or send a new link yourself',
  refused: 'the mail server refuses this address',
  unanswered: 'the mail server did not take it. Send it again, or send a new link yourself',
};

/** What became of the email with an invitation. */
export const mailWords = ({ state, problem }: InvitationMail): string => {
  if (state === 'failed') return `Email not sent: ${PROBLEMS[problem ?? 'unanswered']}.`;
  return state === 'sent' ? 'Email sent' : 'Email is being sent…';
};
