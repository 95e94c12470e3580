import { noVisitor } from '../../model/deskError';
import type { InboxRow, User } from '../../model/entities';
import type { VisitorAmounts, VisitorEntry } from '../../model/visitorEntities';
import type { Reads } from '../../store/reads';
import type { Transaction } from '../../store/store';

/** A visitor, with those whom agents have merged into them. */
export type Person = { user: User; merged: User[] };

export const allOf = ({ user, merged }: Person): User[] => [user, ...merged];

/** Into whom an agent merged this visitor, if anybody did. */
export const personOf = async (reads: Pick<Reads, 'userById'>, user: User): Promise<User | undefined> =>
  user.mergedInto === null ? undefined : reads.userById(user.mergedInto);

/** The visitor with this id, and who is merged into them. @throws not_found */
export const withMerged = async (
  reads: Pick<Reads, 'userById' | 'mergedInto'>,
  id: string,
): Promise<Person> => {
  const user = await reads.userById(id);
  if (!user) throw noVisitor();
  return { user, merged: await reads.mergedInto(id) };
};

/** The visitor whom agents see for this id. @throws not_found */
export const shownFor = async (reads: Pick<Reads, 'userById'>, id: string): Promise<User> => {
  const user = await reads.userById(id);
  if (!user) throw noVisitor();
  return (await personOf(reads, user)) ?? user;
};

/**
 * Locks visitors and who is merged into them, until the transaction ends. Only one transaction does so at a time, and each
 * locks the smallest id first like a login, so that none deadlocks.
 * @throws not_found
 */
export const lockPeople = async (tx: Transaction, ids: readonly string[]): Promise<Person[]> => {
  await tx.lockDesk();
  const read = await Promise.all(ids.map((id) => withMerged(tx, id)));
  const locked = new Map<string, User>();
  for (const id of [...new Set(read.flatMap(allOf).map((user) => user.id))].sort()) {
    const user = await tx.lockUser(id);
    if (user) locked.set(id, user);
  }
  return read.map(({ user: { id }, merged }) => {
    const user = locked.get(id);
    if (!user) throw noVisitor();
    // A login may have taken one over since.
    return { user, merged: merged.flatMap((one) => locked.get(one.id) ?? []) };
  });
};

/** Blocks all of one person if one of them is blocked. @returns whether they are blocked */
export const blockTogether = async (tx: Transaction, users: readonly User[]): Promise<boolean> => {
  const blockedAt = users.find((user) => user.blockedAt !== null)?.blockedAt ?? null;
  if (blockedAt === null) return false;
  for (const user of users) if (user.blockedAt === null) await tx.updateUser(user.id, { blockedAt });
  return true;
};

/** The newest conversations of a person, newest first. */
export const rowsOf = async (
  reads: Pick<Reads, 'conversationsOfUser'>,
  person: Person,
  limit: number,
): Promise<InboxRow[]> => {
  const all = await Promise.all(
    allOf(person).map(async (user) =>
      (await reads.conversationsOfUser(user.id, { offset: 0, limit })).map((row) => ({
        ...row,
        user,
        person: user === person.user ? undefined : person.user,
      })),
    ),
  );
  return all
    .flat()
    .sort(({ conversation: a }, { conversation: b }) => b.lastUpdatedAt - a.lastUpdatedAt)
    .slice(0, limit);
};

/** What agents did about a person, oldest first. */
export const entriesOf = async (
  reads: Pick<Reads, 'visitorEntries'>,
  person: Person,
): Promise<VisitorEntry[]> => {
  const all = await Promise.all(allOf(person).map(({ id }) => reads.visitorEntries(id)));
  return all.flat().sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
};

/** How much the desk stores about a person. */
export const amountsOf = async (
  reads: Pick<Reads, 'visitorAmounts'>,
  person: Person,
): Promise<VisitorAmounts> => {
  const sum = { conversations: 0, messages: 0, files: 0, bytes: 0 };
  for (const { id } of allOf(person)) {
    const own = await reads.visitorAmounts(id);
    for (const key of ['conversations', 'messages', 'files', 'bytes'] as const) sum[key] += own[key];
  }
  return sum;
};
