import { Hono } from 'hono';
import type { AgentNotesAnswer } from '../../shared/answers/work';
import { noteBody } from '../../shared/bodies/work';
import { notesOf, writeNote } from '../domain/conversations/notes';
import type { Deps } from '../domain/deps';
import { readBody, withKey } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import { actorOf, type Caller, faceOf } from '../model/caller';
import { DeskError } from '../model/deskError';

/** The author of a note: an agent, or the name that a program gives. */
export const authorOf = (
  caller: Caller,
  name: string | undefined,
  team: { name: string; avatarUrl?: string },
) => ({
  ...(caller.kind === 'agent' && { id: actorOf(caller).id }),
  ...faceOf(caller, { name }, team),
});

/** The notes of agents. */
export const agentNoteRoutes = (deps: Deps): Hono => {
  const routes = new Hono();

  routes.get('/conversations/:id/notes', async (c) => {
    const id = c.req.param('id');
    if (!(await deps.store.conversationById(id)))
      throw new DeskError('not_found', 'There is no such conversation');
    const answer: AgentNotesAnswer = { notes: await notesOf(deps, id) };
    return c.json(answer);
  });

  routes.post('/conversations/:id/notes', async (c) => {
    const { name, ...input } = withKey(c, await readBody(c, noteBody));
    const author = authorOf(callerOf(c), name, deps.settings().agent);
    return c.json({ note: await writeNote(deps, c.req.param('id'), { ...input, author }) }, 201);
  });

  return routes;
};
