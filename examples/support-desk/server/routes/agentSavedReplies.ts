import { Hono } from 'hono';
import type * as v from 'valibot';
import type { AgentSavedRepliesAnswer, AgentSavedReply } from '../../shared/answers/work';
import { savedReplyBody } from '../../shared/bodies/work';
import type { Deps } from '../domain/deps';
import { deleteReply, saveReply } from '../domain/messages/savedReplies';
import { seconds } from '../domain/views';
import { readBody } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import { type Caller, faceOf } from '../model/caller';
import type { SavedReply } from '../model/settingsEntities';

const replyView = ({ id, savedAt, ...reply }: SavedReply): AgentSavedReply => ({
  _id: id,
  ...reply,
  savedAt: seconds(savedAt),
});

/** The agents' saved replies. */
export const agentSavedReplyRoutes = (deps: Deps): Hono => {
  const routes = new Hono();
  const save = async (by: Caller, body: v.InferOutput<typeof savedReplyBody>, id?: string) => {
    const { shortcut, text, name, savedAt } = body;
    const author = faceOf(by, { name: name?.trim() || undefined }, deps.settings().agent).name;
    return { reply: replyView(await saveReply(deps, { id, shortcut, text, author }, savedAt)) };
  };

  routes.get('/saved-replies', async (c) => {
    const answer: AgentSavedRepliesAnswer = { replies: (await deps.store.savedReplies()).map(replyView) };
    return c.json(answer);
  });

  routes.post('/saved-replies', async (c) =>
    c.json(await save(callerOf(c), await readBody(c, savedReplyBody)), 201),
  );

  routes.post('/saved-replies/:id', async (c) =>
    c.json(await save(callerOf(c), await readBody(c, savedReplyBody), c.req.param('id'))),
  );

  routes.post('/saved-replies/:id/delete', async (c) => {
    await deleteReply(deps, c.req.param('id'));
    return c.json({});
  });

  return routes;
};
