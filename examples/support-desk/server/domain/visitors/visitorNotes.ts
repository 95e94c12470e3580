import type { AgentVisitorNote } from '../../../shared/answers/people';
import { actorOf, type Caller } from '../../model/caller';
import { DeskError, noVisitor } from '../../model/deskError';
import type { VisitorEntry } from '../../model/visitorEntities';
import type { Reads } from '../../store/reads';
import { note } from '../accounts/audit';
import type { Deps, DeskTransaction } from '../deps';
import { seconds, secondsOr } from '../views';
import { entriesOf, shownFor, withMerged } from './person';

/** How many notes a visitor can have: all are shown at once. */
const MOST_NOTES = 100;

type NoteBody = {
  text: string;
  author: { id?: string; name: string };
  /** The id of the agent or of the key: only they and admins can change it. */
  writer: string;
  referenceId?: string;
  editedAt?: number;
};

const bodyOf = ({ body }: VisitorEntry): NoteBody => body as NoteBody;

const noteView = (entry: VisitorEntry): AgentVisitorNote => {
  const { text, author, editedAt } = bodyOf(entry);
  return {
    _id: entry.id,
    createdAt: seconds(entry.createdAt),
    editedAt: secondsOr(editedAt ?? null),
    text,
    author,
  };
};

/** The notes of a visitor and of those who were merged into them, oldest first. */
const notesIn = async (tx: Pick<Reads, 'userById' | 'mergedInto' | 'visitorEntries'>, userId: string) =>
  (await entriesOf(tx, await withMerged(tx, userId))).filter(({ kind }) => kind === 'note');

/** The team's notes about a visitor, oldest first. @throws not_found */
export const visitorNotes = async ({ store }: Deps, id: string): Promise<AgentVisitorNote[]> =>
  (await notesIn(store, (await shownFor(store, id)).id)).map(noteView);

/** Changes the notes of a visitor, and tells the inboxes. @throws not_found */
const changing = <T>(
  deps: Deps,
  id: string,
  work: (tx: DeskTransaction, notes: VisitorEntry[], userId: string) => Promise<T>,
): Promise<T> =>
  deps.store.transaction(async (tx) => {
    const { id: userId } = await shownFor(tx, id);
    if (!(await tx.lockUser(userId))) throw noVisitor();
    const done = await work(tx, await notesIn(tx, userId), userId);
    tx.publisher.toAgents({ type: 'visitor:notes', appUserId: userId });
    return done;
  });

/** Writes a note about a visitor, which only agents see. @throws not_found; conflict if there are too many */
export const writeVisitorNote = (
  deps: Deps,
  by: Caller,
  id: string,
  { text, author, referenceId }: Omit<NoteBody, 'writer'>,
): Promise<AgentVisitorNote> =>
  changing(deps, id, async (tx, notes, userId) => {
    const known = referenceId !== undefined && notes.find((one) => bodyOf(one).referenceId === referenceId);
    if (known) return noteView(known);
    if (notes.length >= MOST_NOTES)
      throw new DeskError('conflict', `A visitor can have at most ${MOST_NOTES} notes. Remove one first`);
    const body: NoteBody = { text, author, referenceId, writer: actorOf(by).id };
    const entry: VisitorEntry = { id: deps.newId(), userId, kind: 'note', createdAt: deps.now(), body };
    await tx.insertVisitorEntry(entry);
    return noteView(entry);
  });

/** The note, if the caller can change it. @throws not_found; forbidden */
const ownNote = (by: Caller, notes: readonly VisitorEntry[], noteId: string): VisitorEntry => {
  const found = notes.find(({ id }) => id === noteId);
  if (!found) throw new DeskError('not_found', 'There is no such note');
  const isAdmin = by.kind === 'agent' && by.agent.role === 'admin';
  if (!isAdmin && bodyOf(found).writer !== actorOf(by).id)
    throw new DeskError('forbidden', 'Only its writer and admins can change a note');
  return found;
};

/** @throws not_found; forbidden */
export const changeVisitorNote = (
  deps: Deps,
  by: Caller,
  { userId, noteId, text }: { userId: string; noteId: string; text: string },
): Promise<AgentVisitorNote> =>
  changing(deps, userId, async (tx, notes) => {
    const found = ownNote(by, notes, noteId);
    const body: NoteBody = { ...bodyOf(found), text, editedAt: deps.now() };
    await tx.updateVisitorEntry(noteId, { body });
    await note(deps, tx, by, { action: 'visitor-note-changed', target: { kind: 'visitor', id: userId } });
    return noteView({ ...found, body });
  });

/** @throws not_found; forbidden */
export const removeVisitorNote = (deps: Deps, by: Caller, userId: string, noteId: string): Promise<void> =>
  changing(deps, userId, async (tx, notes) => {
    await tx.deleteVisitorEntry(ownNote(by, notes, noteId).id);
    await note(deps, tx, by, { action: 'visitor-note-removed', target: { kind: 'visitor', id: userId } });
  });
