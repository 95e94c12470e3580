import { isDeepStrictEqual } from 'node:util';
import type { AgentNote } from '../../../shared/answers/work';
import { DeskError } from '../../model/deskError';
import type { Happening } from '../../model/entities';
import type { Reads } from '../../store/reads';
import type { Deps } from '../deps';
import { inboxView } from '../inboxViews';
import { seconds } from '../views';
import { rowOf } from './activity';

/** How many of a conversation's newest notes to read at once. */
const NOTES_SHOWN = 500;

type NewNote = Pick<AgentNote, 'text' | 'author' | 'mentions'> & { referenceId?: string };

/** A note as agents see it. */
const noteView = ({ id, createdAt, body }: Happening): AgentNote => ({
  ...(body as Pick<AgentNote, 'text' | 'author' | 'mentions'>),
  _id: id,
  createdAt: seconds(createdAt),
});

/** The newest notes of a conversation, newest first. */
export const notesOf = async ({ store }: Pick<Deps, 'store'>, conversationId: string): Promise<AgentNote[]> =>
  (await store.happenings(conversationId, 'note', NOTES_SHOWN)).map(noteView);

/** @throws bad_request if a note mentions somebody who is not on the team */
const checkMentions = async (tx: Pick<Reads, 'agents'>, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  const team = new Set((await tx.agents()).flatMap(({ id, removedAt }) => (removedAt === null ? id : [])));
  if (!ids.every((id) => team.has(id)))
    throw new DeskError('bad_request', 'The note mentions somebody who is not on the team');
};

/**
 * Stores a note and notifies the agents, once: a repeat of its `referenceId` returns the stored note. Notes are not
 * messages, so visitors never get them.
 * @throws not_found; bad_request if it mentions somebody who is not on the team; conflict if another note has its
 * `referenceId`
 */
export const writeNote = (deps: Deps, conversationId: string, note: NewNote): Promise<AgentNote> =>
  deps.inTurn(conversationId, () =>
    deps.store.transaction(async (tx) => {
      const { referenceId = null, ...given } = note;
      const body = { ...given, mentions: [...new Set(given.mentions)] };
      const locked = await tx.lockConversation(conversationId);
      if (!locked) throw new DeskError('not_found', 'There is no such conversation');
      const fresh: Happening = {
        id: deps.newId(),
        conversationId,
        kind: 'note',
        referenceId,
        createdAt: deps.now(),
        body,
      };
      if (!(await tx.insertHappening(fresh))) {
        const notes = await tx.happenings(conversationId, 'note', NOTES_SHOWN);
        const stored = notes.find((known) => known.referenceId === referenceId) ?? fresh;
        if (!isDeepStrictEqual([stored.body.text, stored.body.mentions], [body.text, body.mentions]))
          throw new DeskError('conflict', 'Another note has this referenceId. Send this one with a new one');
        return noteView(stored);
      }
      // A repeat of a stored note succeeds even after a colleague has left. This error undoes the insert.
      await checkMentions(tx, body.mentions);
      const others = body.mentions.filter((id) => id !== body.author.id);
      const { mentioned, mentions } = locked.conversation;
      const withOthers = (ids: readonly string[]) => [...new Set([...ids, ...others])];
      await tx.updateConversation(conversationId, {
        mentioned: withOthers(mentioned),
        mentions: withOthers(mentions),
      });
      const view = noteView(fresh);
      tx.publisher.toAgents({
        type: 'note',
        conversation: inboxView(await rowOf(tx, conversationId)),
        note: view,
      });
      return view;
    }),
  );
