import { type Context, Hono } from 'hono';
import type { AcceptedEmailAnswer, AgentEmailAnswer, RefusedEmailsAnswer } from '../../shared/answers/emails';
import type { Deps } from '../domain/deps';
import { emailOf } from '../domain/mail/messageEmail';
import { dismissMail, noMail, refusedMailView } from '../domain/mail/refusedMails';
import { callerOf } from '../http/callerOf';
import type { Caller } from '../model/caller';
import { DeskError } from '../model/deskError';

const EMAILS_A_PAGE = 50;

/** Turns a refused email into a message. @returns the conversation's id */
export type AcceptMail = (id: string, by: Caller) => Promise<string>;

const beforeOf = (c: Context): number | undefined => {
  const before = c.req.query('before');
  if (before === undefined) return undefined;
  if (!/^\d{1,15}$/.test(before)) throw new DeskError('bad_request', 'before must be the `next` of a page');
  return Number(before);
};

/** Emails of messages, and refused emails. */
export const agentEmailRoutes = (deps: Deps, acceptMail: AcceptMail | undefined): Hono => {
  const routes = new Hono();
  const { store } = deps;

  routes.get('/conversations/:id/messages/:messageId/email', async (c) => {
    const { id, messageId } = c.req.param();
    const answer: AgentEmailAnswer = { email: await emailOf(store, id, messageId) };
    return c.json(answer);
  });

  routes.get('/refused-emails', async (c) => {
    const found = await store.refusedMails({ before: beforeOf(c), limit: EMAILS_A_PAGE + 1 });
    const shown = found.slice(0, EMAILS_A_PAGE);
    const last = found.length > EMAILS_A_PAGE ? shown.at(-1) : undefined;
    const answer: RefusedEmailsAnswer = {
      emails: shown.map(refusedMailView),
      next: last && String(last.place),
    };
    return c.json(answer);
  });

  routes.post('/refused-emails/:id/accept', async (c) => {
    if (!(await store.refusedMailById(c.req.param('id')))) throw noMail();
    if (!acceptMail) throw new DeskError('conflict', 'This desk reads no mailbox');
    const answer: AcceptedEmailAnswer = { conversationId: await acceptMail(c.req.param('id'), callerOf(c)) };
    return c.json(answer);
  });

  routes.delete('/refused-emails/:id', async (c) => {
    await dismissMail(deps, c.req.param('id'), callerOf(c));
    return c.json({});
  });

  return routes;
};
