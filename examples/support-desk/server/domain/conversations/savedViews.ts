import type { ListFilter } from '../../../shared/bodies/views';
import { type Caller, faceOf } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import type { InboxFilter, InboxView } from '../../model/inboxEntities';
import type { SavedView } from '../../model/settingsEntities';
import type { Store } from '../../store/store';
import { changeOf, note } from '../accounts/audit';
import type { Deps, DeskTransaction } from '../deps';
import { seconds } from '../views';

/** How many views the team may have, and each agent. */
const MOST_VIEWS = 50;

const agentOf = (by: Caller): string | undefined => (by.kind === 'agent' ? by.agent.id : undefined);

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The name of an agent or an integration, removed or not; its id if the desk has never had it. */
const nameOf = async (tx: DeskTransaction, id: string | undefined): Promise<string | undefined> => {
  if (id === undefined) return undefined;
  const agent = (await tx.agents()).find((one) => one.id === id);
  return agent?.name ?? (await tx.integrationById(id))?.displayName ?? id;
};

/** A search may be a visitor's name, which the audit log does not keep. */
const searchWords = (before: ListFilter | undefined, after: ListFilter) =>
  changeOf(
    'search',
    before?.search && 'a text',
    after.search && (before?.search ? 'another text' : 'a text'),
  );

/** What was changed, for the audit log. */
const changesOf = async (tx: DeskTransaction, before: SavedView | undefined, after: SavedView) => {
  const [was, is] = [before?.filter, after.filter];
  return [
    ...(before && before.name !== after.name ? [changeOf('name', before.name, after.name)] : []),
    ...(was?.view === is.view ? [] : [changeOf('view', was?.view, is.view)]),
    ...(was?.agentId === is.agentId
      ? []
      : [changeOf('assignee', await nameOf(tx, was?.agentId), await nameOf(tx, is.agentId))]),
    ...(was?.tag === is.tag ? [] : [changeOf('tag', was?.tag, is.tag)]),
    ...(was?.waits === is.waits ? [] : [changeOf('waits', was?.waits, is.waits)]),
    ...(was?.search === is.search ? [] : [searchWords(was, is)]),
    ...(was?.sort === is.sort ? [] : [changeOf('sort', was?.sort, is.sort)]),
  ];
};

type Input = { id?: string; name: string; shared: boolean; filter: ListFilter };

/** The view to change. @throws not_found; conflict if somebody has changed it since it was read */
const knownOf = (
  all: readonly SavedView[],
  input: Input,
  read: number | undefined,
): SavedView | undefined => {
  if (input.id === undefined) return undefined;
  const known = all.find((one) => one.id === input.id);
  if (!known) throw new DeskError('not_found', 'This view was removed');
  // The answer to the first attempt may have been lost.
  const isDone = known.name === input.name && isSame(known.filter, input.filter);
  if (read !== undefined && seconds(known.savedAt) !== read && !isDone)
    throw new DeskError('conflict', `${known.author} has changed this view in the meantime`);
  return known;
};

/**
 * Stores a new view, or changes the one with this id, and tells the inboxes. A view of the team stays the team's; the
 * audit log has what is done to it.
 * @param read when the version that the agent read was saved, in float seconds
 * @throws not_found if the view to change is gone; conflict if another one has the name, or if somebody has changed it
 * since `read`; bad_request if there are already 50, or if a key saves one of its own
 */
export const saveView = (
  deps: Deps,
  by: Caller,
  input: Input,
  read: number | undefined,
): Promise<SavedView> =>
  deps.store.transaction(async (tx) => {
    const own = agentOf(by);
    if (own === undefined && !input.shared)
      throw new DeskError('bad_request', 'Only agents have views of their own');
    // The lock keeps two agents from taking the same name at once.
    await tx.lockDesk();
    const all = await tx.savedViews(own);
    const known = knownOf(all, input, read);
    const agentId = input.shared || known?.agentId === null ? null : (own ?? null);
    const { name, filter } = input;
    const kin = all.filter((one) => one.agentId === agentId && one.id !== known?.id);
    const namesake = kin.find((one) => one.name.toLowerCase() === name.toLowerCase());
    // A repeat of a call whose answer was lost.
    if (namesake && !known && isSame(namesake.filter, filter)) return namesake;
    if (namesake) throw new DeskError('conflict', `There is a view with the name ${namesake.name}`);
    if (kin.length >= MOST_VIEWS)
      throw new DeskError('bad_request', `There may be at most ${MOST_VIEWS} views`);
    const view: SavedView = {
      id: known?.id ?? deps.newId(),
      agentId,
      name,
      filter,
      author: faceOf(by, {}, deps.settings().agent).name,
      savedAt: Math.max(deps.now(), (known?.savedAt ?? 0) + 1),
    };
    await tx.putSavedView(view);
    if (agentId === null) {
      const before = known?.agentId === null ? known : undefined;
      await note(deps, tx, by, {
        action: before ? 'view-changed' : 'view-made',
        target: { kind: 'view', id: view.id, name },
        changes: await changesOf(tx, before, view),
      });
    }
    tx.publisher.toAgents({ type: 'views' });
    return view;
  });

/** Removes a view and tells the inboxes. Removing it again changes nothing, nor does removing a colleague's own. */
export const removeView = (deps: Deps, by: Caller, id: string): Promise<void> =>
  deps.store.transaction(async (tx) => {
    const known = (await tx.savedViews(agentOf(by))).find((one) => one.id === id);
    if (!known) return;
    await tx.deleteSavedView(id);
    if (known.agentId === null)
      await note(deps, tx, by, { action: 'view-removed', target: { kind: 'view', id, name: known.name } });
    tx.publisher.toAgents({ type: 'views' });
  });

/** The part of the inbox of a view; undefined for one that a key has no share of. */
const partOf = (view: ListFilter['view'], agentId: string | undefined): InboxView | undefined => {
  if (view === 'mentions') return agentId === undefined ? undefined : { kind: view, agentId };
  if (view === 'mine') return agentId === undefined ? undefined : { kind: 'assigned', assigneeId: agentId };
  return { kind: view };
};

/** A view as a filter that is cheap to count; undefined for others. */
const countable = (
  { view, agentId: assigneeId, tag, waits, search }: ListFilter,
  agentId: string | undefined,
  now: number,
): InboxFilter | undefined => {
  if (search !== undefined || view === 'closed' || view === 'blocked') return undefined;
  const part = partOf(view, agentId);
  return part && { view: part, assigneeId, tag, waitsBefore: waits && Math.max(0, now - waits * 1000) };
};

/**
 * @param agentId who asks; a key has none
 * @returns how many conversations each view has that is cheap to count, by its id
 */
export const countSavedViews = async (
  store: Pick<Store, 'savedViews' | 'filterCounts'>,
  agentId: string | undefined,
  now: number,
): Promise<Record<string, number>> => {
  const views = (await store.savedViews(agentId)).flatMap(({ id, filter }) => {
    const counted = countable(filter, agentId, now);
    return counted ? [{ id, counted }] : [];
  });
  const counts = await store.filterCounts(views.map(({ counted }) => counted));
  return Object.fromEntries(views.map(({ id }, i) => [id, counts[i] ?? 0]));
};
