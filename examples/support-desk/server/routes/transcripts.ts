import { Hono } from 'hono';
import { visitorConversation } from '../domain/conversations';
import { mailTranscript, type TranscriptDeps } from '../domain/mailTranscript';
import { createAllowTranscript } from '../domain/transcriptLimits';
import type { Log } from '../log';
import { transcriptBody } from './decode';
import { readBody } from './http';
import type { Rates } from './rates';
import { requireVisitor, type VisitorEnv } from './visitorAuth';

/** The transcript of one of the visitor's conversations, by email. */
export const transcriptRoutes = (
  deps: Omit<TranscriptDeps, 'allowTranscript'> & { log: Log },
  rates: Pick<Rates, 'waitForKey'>,
): Hono<VisitorEnv> => {
  const routes = new Hono<VisitorEnv>();
  const allowTranscript = createAllowTranscript(deps, rates.waitForKey);
  routes.use(requireVisitor(deps));

  routes.post('/:id/transcript', async (c) => {
    const conversation = await visitorConversation(deps, c.var.user.id, c.req.param('id'));
    const body = await readBody(c, transcriptBody);
    await mailTranscript({ ...deps, allowTranscript }, c.var.user, conversation, body);
    return c.json({});
  });

  return routes;
};
