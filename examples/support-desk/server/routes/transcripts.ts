import { Hono } from 'hono';
import { visitorConversation } from '../domain/conversations/conversations';
import { mailTranscript, type TranscriptDeps } from '../domain/mail/mailTranscript';
import { readBody } from '../http/bodies';
import { transcriptBody } from '../http/visitorMessages';
import { requireVisitor, type VisitorEnv } from './visitorAuth';

/** The transcript of one of the visitor's conversations, by email. */
export const transcriptRoutes = (deps: TranscriptDeps): Hono<VisitorEnv> => {
  const routes = new Hono<VisitorEnv>();
  routes.use(requireVisitor(deps));

  routes.post('/:id/transcript', async (c) => {
    const conversation = await visitorConversation(deps, c.var.user.id, c.req.param('id'));
    const body = await readBody(c, transcriptBody);
    await mailTranscript(deps, c.var.user, conversation, body);
    return c.json({});
  });

  return routes;
};
