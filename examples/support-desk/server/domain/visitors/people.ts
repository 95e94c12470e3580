import type { AgentPerson, AgentPersonAnswer, AgentVisitorChange } from '../../../shared/answers/people';
import type { User } from '../../model/entities';
import type { VisitorEntry } from '../../model/visitorEntities';
import type { Deps } from '../deps';
import { nameOfVisitor, visitorView } from '../inboxViews';
import { seconds, secondsOr, text } from '../views';
import { correctedOf } from './corrections';
import { reachOf } from './writeFirst';

const lastSeenOf = ({ clients }: User): number | null => {
  const times = clients.map(({ lastSeen }) => Date.parse(text(lastSeen) ?? '')).filter(Number.isFinite);
  return times.length === 0 ? null : Math.max(...times);
};

/** A visitor on their own page. */
const personView = (user: User): AgentPerson => ({
  ...nameOfVisitor(user),
  phone: correctedOf(user, 'phone') ?? text(user.properties.phone),
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

const changeView = ({ id, createdAt, body }: VisitorEntry): AgentVisitorChange => {
  const { field, from, to, by } = body as Pick<AgentVisitorChange, 'field' | 'from' | 'to'> & {
    by: { name: string };
  };
  return { _id: id, at: seconds(createdAt), by: by.name, field, from, to };
};

/** A visitor with what agents did about them. */
export const personWithChanges = async (deps: Deps, user: User): Promise<AgentPersonAnswer> => ({
  person: personView(user),
  reach: await reachOf(deps, user),
  changes: (await deps.store.visitorEntries(user.id))
    .filter(({ kind }) => kind === 'correction')
    .map(changeView)
    .reverse(),
});
