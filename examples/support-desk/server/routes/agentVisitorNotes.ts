import { Hono } from 'hono';
import type { AgentVisitorNoteAnswer, AgentVisitorNotesAnswer } from '../../shared/answers/people';
import { changedNoteBody, visitorNoteBody } from '../../shared/bodies/visitors';
import type { Deps } from '../domain/deps';
import {
  changeVisitorNote,
  removeVisitorNote,
  visitorNotes,
  writeVisitorNote,
} from '../domain/visitors/visitorNotes';
import { readBody, withKey } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import { authorOf } from './agentNotes';

/** The team's notes about visitors. */
export const agentVisitorNoteRoutes = (deps: Deps): Hono => {
  const routes = new Hono();

  routes.get('/users/:id/notes', async (c) => {
    const answer: AgentVisitorNotesAnswer = { notes: await visitorNotes(deps, c.req.param('id')) };
    return c.json(answer);
  });

  routes.post('/users/:id/notes', async (c) => {
    const { name, ...input } = withKey(c, await readBody(c, visitorNoteBody));
    const { avatarUrl: _, ...author } = authorOf(callerOf(c), name, deps.settings().agent);
    const note = await writeVisitorNote(deps, callerOf(c), c.req.param('id'), { ...input, author });
    const answer: AgentVisitorNoteAnswer = { note };
    return c.json(answer, 201);
  });

  routes.patch('/users/:id/notes/:noteId', async (c) => {
    const { text } = await readBody(c, changedNoteBody);
    const { id: userId, noteId } = c.req.param();
    const note = await changeVisitorNote(deps, callerOf(c), { userId, noteId, text });
    const answer: AgentVisitorNoteAnswer = { note };
    return c.json(answer);
  });

  routes.delete('/users/:id/notes/:noteId', async (c) => {
    await removeVisitorNote(deps, callerOf(c), c.req.param('id'), c.req.param('noteId'));
    return c.json({});
  });

  return routes;
};
