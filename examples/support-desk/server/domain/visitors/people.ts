import type { AgentPerson } from '../../../shared/answers/people';
import type { User } from '../../model/entities';
import { nameOfVisitor, visitorView } from '../inboxViews';
import { seconds, secondsOr, text } from '../views';

const lastSeenOf = ({ clients }: User): number | null => {
  const times = clients.map(({ lastSeen }) => Date.parse(text(lastSeen) ?? '')).filter(Number.isFinite);
  return times.length === 0 ? null : Math.max(...times);
};

/** A visitor on their own page. */
export const personView = (user: User): AgentPerson => ({
  ...nameOfVisitor(user),
  phone: text(user.properties.phone),
  createdAt: seconds(user.createdAt),
  lastSeen: secondsOr(lastSeenOf(user)),
  devices: user.clients.length,
  visitor: visitorView(user),
});

/** A visitor in the list of all, without what the page has set, which may be long. */
export const personRowView = (user: User): AgentPerson => {
  const person = personView(user);
  return { ...person, visitor: { ...person.visitor, properties: undefined } };
};
