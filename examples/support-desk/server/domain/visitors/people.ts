import type {
  AgentMergeAnswer,
  AgentMergedVisitor,
  AgentMergeSide,
  AgentPerson,
  AgentPersonAnswer,
  AgentVisitorChange,
} from '../../../shared/answers/people';
import type { User } from '../../model/entities';
import type { VisitorEntry } from '../../model/visitorEntities';
import type { Deps } from '../deps';
import { nameOfVisitor, visitorView } from '../inboxViews';
import { seconds, secondsOr, text } from '../views';
import { correctedOf } from './corrections';
import { planMerge } from './mergeByAgent';
import { allOf, entriesOf, type Person, personOf, shownFor, withMerged } from './person';
import { reachOf } from './writeFirst';

/** How many visitors with the same address are counted. */
const MOST_ALIKE = 20;

const lastSeenOf = (users: readonly User[]): number | null => {
  const times = users
    .flatMap(({ clients }) => clients)
    .map(({ lastSeen }) => Date.parse(text(lastSeen) ?? ''))
    .filter(Number.isFinite);
  return times.length === 0 ? null : Math.max(...times);
};

/** The first known name, the visitor's own if it is known. */
const nameOf = (users: readonly User[]): Pick<AgentPerson, 'displayName' | 'nameFrom'> => {
  const names = users.map((user) => nameOfVisitor(user));
  return (names.find(({ nameFrom }) => nameFrom !== 'desk') ?? names[0]) as (typeof names)[number];
};

/** A visitor on their own page. Who was merged into them counts where nothing is known of themselves. */
const personView = ({ user, merged }: Person): AgentPerson => {
  const all = [user, ...merged];
  const visitor = visitorView(user);
  return {
    ...nameOf(all),
    phone: correctedOf(user, 'phone') ?? text(user.properties.phone),
    createdAt: seconds(Math.min(...all.map(({ createdAt }) => createdAt))),
    lastSeen: secondsOr(lastSeenOf(all)),
    devices: all.flatMap(({ clients }) => clients).length,
    visitor: { ...visitor, channels: all.flatMap((one) => visitorView(one).channels ?? []) },
  };
};

const alone = (user: User): Person => ({ user, merged: [] });

/** A visitor in the list of all, without what the page has set, which may be long. */
export const personRowView = async ({ store }: Deps, user: User): Promise<AgentPerson> => {
  const shown = await personOf(store, user);
  const person = personView(alone(user));
  return {
    ...person,
    visitor: { ...person.visitor, properties: undefined },
    partOf: shown && { appUserId: shown.id, displayName: nameOfVisitor(shown).displayName },
  };
};

type ChangeBody = Pick<AgentVisitorChange, 'field' | 'from' | 'to'> & { by: { name: string } };

const changeView = ({ id, createdAt, body }: VisitorEntry): AgentVisitorChange => {
  const { field, from, to, by } = body as ChangeBody;
  return { _id: id, at: seconds(createdAt), by: by.name, field, from, to };
};

const mergedView = (user: User, entries: readonly VisitorEntry[]): AgentMergedVisitor => {
  const entry = entries.findLast(({ kind, body }) => kind === 'merge' && body.visitor === user.id);
  const change = entry && changeView(entry);
  return { person: personView(alone(user)), at: change?.at, by: change?.by };
};

/** How many others have the address of one of them. */
const sameAddress = async ({ store }: Deps, person: Person): Promise<number> => {
  const own = allOf(person);
  const others = new Set<string>();
  for (const email of new Set(own.flatMap(({ profile }) => profile.email?.toLowerCase() ?? [])))
    for (const { id } of await store.withAddress(email, MOST_ALIKE + 1)) others.add(id);
  for (const { id } of own) others.delete(id);
  return Math.min(others.size, MOST_ALIKE);
};

/** The visitor whom agents see for this id, with what agents did about them. @throws not_found */
export const personWithChanges = async (deps: Deps, id: string): Promise<AgentPersonAnswer> => {
  const person = await withMerged(deps.store, (await shownFor(deps.store, id)).id);
  const entries = await entriesOf(deps.store, person);
  return {
    person: personView(person),
    reach: await reachOf(deps, person.user),
    changes: entries
      .filter(({ kind }) => kind !== 'note')
      .map(changeView)
      .reverse(),
    merged: person.merged.map((user) => mergedView(user, entries)),
    sameAddress: await sameAddress(deps, person),
  };
};

const sideView = async (deps: Deps, person: Person): Promise<AgentMergeSide> => {
  const { store } = deps;
  const all = allOf(person);
  const ids = await Promise.all(all.map(({ id }) => store.conversationIdsOf(id)));
  const reaches = await Promise.all(all.map((user) => reachOf(deps, user)));
  return {
    person: personView(person),
    merged: person.merged.length,
    browsers: reaches.reduce((sum, { browsers }) => sum + browsers, 0),
    conversations: ids.flat().length,
    notes: (await entriesOf(store, person)).filter(({ kind }) => kind === 'note').length,
  };
};

/** What merging two visitors would do. @throws not_found */
export const mergePreview = async (deps: Deps, id: string, otherId: string): Promise<AgentMergeAnswer> => {
  const { kept, other, refused } = await planMerge(deps, id, otherId);
  return { kept: await sideView(deps, kept), other: await sideView(deps, other), refused };
};
