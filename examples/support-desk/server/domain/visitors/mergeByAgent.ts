import { actorOf, type Caller } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import type { User } from '../../model/entities';
import { note } from '../accounts/audit';
import { type Change, newChange, storeChange } from '../conversations/changes';
import type { Deps, DeskTransaction } from '../deps';
import { inboxView, nameOfVisitor } from '../inboxViews';
import { happeningView } from '../views';
import { allOf, blockTogether, lockPeople, type Person, shownFor, withMerged } from './person';

/** How many visitors can be merged into one: agents read all of them at once. */
const MOST_MERGED = 20;

/** Who stays the visitor that agents see, who is merged into them, and why it cannot be done, if so. */
type MergePlan = { kept: Person; other: Person; refused?: string };

/** How much is known of a visitor. A login counts more than everything else. */
const knownOf = ({ user }: Person): number => {
  const { externalId, profile, properties, corrections } = user;
  const hasName = Boolean(profile.name ?? corrections.name ?? properties.name);
  return (externalId === null ? 0 : 4) + (hasName ? 2 : 0) + (profile.email ? 1 : 0);
};

/** Who is known better comes first, then the older one. The order of the arguments does not count. */
const compare = (a: Person, b: Person): number =>
  knownOf(b) - knownOf(a) || a.user.createdAt - b.user.createdAt || (a.user.id < b.user.id ? -1 : 1);

const reasonAgainst = (kept: Person, other: Person): string | undefined => {
  const [one, two] = [kept.user.externalId, other.user.externalId];
  if (one !== null && two !== null)
    return `Both have signed in, as ${one} and as ${two}. Two accounts are two people to the desk`;
  if (kept.merged.length + other.merged.length + 1 > MOST_MERGED)
    return `At most ${MOST_MERGED} visitors can be merged into one`;
  return undefined;
};

const planOf = (people: readonly Person[]): MergePlan => {
  const [kept, other] = [...people].sort(compare) as [Person, Person];
  return { kept, other, refused: reasonAgainst(kept, other) };
};

/** The two persons of these ids; undefined if they are one already. @throws not_found */
const idsOf = async (
  reads: Pick<DeskTransaction, 'userById'>,
  id: string,
  otherId: string,
): Promise<readonly [string, string] | undefined> => {
  const ids = [(await shownFor(reads, id)).id, (await shownFor(reads, otherId)).id] as const;
  return ids[0] === ids[1] ? undefined : ids;
};

/** What a merge would do. @throws not_found */
export const planMerge = async ({ store }: Deps, id: string, otherId: string): Promise<MergePlan> => {
  const ids = await idsOf(store, id, otherId);
  if (!ids) {
    const kept = await withMerged(store, (await shownFor(store, id)).id);
    return { kept, other: kept, refused: 'These are one visitor already' };
  }
  return planOf([await withMerged(store, ids[0]), await withMerged(store, ids[1])]);
};

/** Logs a change in all conversations of a visitor, whose rows then show whom agents see. */
const logInAll = async (
  deps: Deps,
  tx: DeskTransaction,
  { user, change, by }: { user: User; change: Change; by: Caller },
): Promise<void> => {
  for (const id of await tx.conversationIdsOf(user.id)) {
    const happening = newChange(deps, id, change, deps.now(), by);
    await storeChange(deps, tx, happening, by);
    const row = await tx.inboxRow(id);
    // Inboxes list no conversation without a message.
    if (row && row.conversation.lastReceived > 0)
      tx.publisher.toAgents({
        type: 'conversation:updated',
        conversation: inboxView(row),
        change: happeningView(happening),
      });
  }
};

const keepEntry = (
  deps: Deps,
  tx: DeskTransaction,
  by: Caller,
  { kept, user, field }: { kept: User; user: User; field: 'merged' | 'separated' },
): Promise<void> =>
  tx.insertVisitorEntry({
    id: deps.newId(),
    userId: kept.id,
    kind: 'merge',
    createdAt: deps.now(),
    body: { field, to: nameOfVisitor(user).displayName, visitor: user.id, by: actorOf(by) },
  });

/**
 * Merges two visitors into one for agents. Each keeps their conversations, sessions and properties: what an agent believes
 * gives no browser access to another's conversations, and can be taken back. Repeated, it changes nothing.
 * @param expected who should stay, as the agent has seen it
 * @throws not_found; conflict if both have signed in, there are too many, or another would stay
 */
export const mergeVisitors = (
  deps: Deps,
  by: Caller,
  { id, otherId, expected }: { id: string; otherId: string; expected?: string },
): Promise<void> =>
  deps.store.transaction(async (tx) => {
    await tx.lockDesk();
    const ids = await idsOf(tx, id, otherId);
    if (!ids) return;
    const { kept, other, refused } = planOf(await lockPeople(tx, ids));
    if (refused !== undefined) throw new DeskError('conflict', refused);
    if (expected !== undefined && expected !== kept.user.id)
      throw new DeskError('conflict', 'What is known of these visitors has changed. Look at both again');
    for (const { id: own } of allOf(other)) await tx.updateUser(own, { mergedInto: kept.user.id });
    await keepEntry(deps, tx, by, { kept: kept.user, user: other.user, field: 'merged' });
    const { displayName: assignee } = nameOfVisitor(other.user);
    for (const user of allOf(other))
      await logInAll(deps, tx, { user, change: { what: 'merged', assignee }, by });
    if (await blockTogether(tx, [...allOf(kept), ...allOf(other)]))
      tx.publisher.toAgents({ type: 'visitor:blocked', appUserId: kept.user.id, blocked: true });
    await note(deps, tx, by, {
      action: 'visitor-merged',
      target: { kind: 'visitor', id: kept.user.id },
      detail: other.user.id,
    });
    tx.publisher.toAgents({ type: 'visitor:notes', appUserId: kept.user.id });
  });

/**
 * Takes a merge back: agents see this visitor on their own again, with what was theirs. What agents wrote about both since
 * stays with the other, and who is blocked stays blocked. Repeated, it changes nothing.
 * @throws not_found
 */
export const separateVisitor = (deps: Deps, by: Caller, id: string, mergedId: string): Promise<void> =>
  deps.store.transaction(async (tx) => {
    const [{ user: kept, merged }] = (await lockPeople(tx, [(await shownFor(tx, id)).id])) as [Person];
    const user = merged.find((one) => one.id === mergedId);
    if (!user) return;
    await tx.updateUser(user.id, { mergedInto: null });
    await keepEntry(deps, tx, by, { kept, user, field: 'separated' });
    const { displayName: assignee } = nameOfVisitor(kept);
    await logInAll(deps, tx, { user, change: { what: 'separated', assignee }, by });
    await note(deps, tx, by, {
      action: 'visitor-separated',
      target: { kind: 'visitor', id: kept.id },
      detail: user.id,
    });
    tx.publisher.toAgents({ type: 'visitor:notes', appUserId: kept.id });
  });
