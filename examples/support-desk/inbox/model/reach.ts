import type { AgentReach } from '../../shared/answers/people';

const minutes = (seconds: number): string => {
  const whole = Math.max(1, Math.round(seconds / 60));
  return whole === 1 ? 'a minute' : `${whole} minutes`;
};

/** How a first message reaches a visitor, a sentence each; none if nothing does. */
export const reachWords = ({ browsers, channels, atLogin, email }: AgentReach): string[] => [
  ...(browsers > 0
    ? [
        `It appears in their messenger in ${browsers === 1 ? 'a browser' : `${browsers} browsers`}: at once where your page is open, otherwise as unread at their next visit.`,
      ]
    : []),
  ...(channels > 0 ? ['It also goes to the channels that they have connected.'] : []),
  ...(atLogin && browsers === 0 ? ['They find it as unread when they next log in.'] : []),
  ...(email
    ? [
        `If they have not read it after ${minutes(email.after)}, an email goes to ${email.address}${email.verified ? '' : ', which is not verified'}.`,
      ]
    : []),
];
