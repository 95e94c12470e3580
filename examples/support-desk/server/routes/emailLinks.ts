import { Hono } from 'hono';
import * as v from 'valibot';
import type { Deps } from '../domain/deps';
import { openLink } from '../domain/mail/emailLinks';
import { readBody } from '../http/bodies';
import type { OriginOf } from '../http/origin';
import { DeskError } from '../model/deskError';
import { createUserAnswer } from './userAnswer';

const body = v.object({
  token: v.string(),
  appUserId: v.optional(v.string()),
  agreed: v.optional(v.boolean()),
});

/**
 * `POST /emaillinks`: the visitor and the one conversation of an email's link. If the browser needs a session, the
 * answer has `asks`, the masked address to ask its owner about; with `agreed`, it has the session token. It needs no
 * credential but the link.
 */
export const emailLinkRoutes = (deps: Deps, originOf: OriginOf): Hono => {
  const routes = new Hono();
  const userAnswer = createUserAnswer(deps, originOf);
  routes.post('/', async (c) => {
    const { token, appUserId: asUser, agreed } = await readBody(c, body);
    const opened = await openLink(deps, { token, asUser, agreed });
    if (!opened) throw new DeskError('not_found', 'This link is invalid or has expired');
    const { user, conversationId, sessionToken, asks } = opened;
    // Without a session, the browser only learns which conversation to show.
    if (!sessionToken) return c.json({ appUser: { _id: user.id }, conversationId, asks });
    return c.json({ ...(await userAnswer(c, user, { only: conversationId })), conversationId, sessionToken });
  });
  return routes;
};
