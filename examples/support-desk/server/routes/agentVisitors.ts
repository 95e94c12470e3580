import { makeZip } from 'client-zip';
import { Hono } from 'hono';
import type { VisitorConversationsAnswer } from '../../shared/answers/conversations';
import type { AgentVisitorData } from '../../shared/answers/visitors';
import { note } from '../domain/accounts/audit';
import { inboxView } from '../domain/inboxViews';
import { setBlocked } from '../domain/visitors/block';
import { exportVisitor } from '../domain/visitors/exportVisitor';
import { type ForgetDeps, forgetVisitor } from '../domain/visitors/forget';
import { amountsOf, type Person, rowsOf, shownFor, withMerged } from '../domain/visitors/person';
import { callerOf } from '../http/callerOf';
import type { Uploads } from '../uploads/uploads';

const CONVERSATIONS_SHOWN = 50;

/** What deleting and exporting visitors needs. */
export type AgentVisitorDeps = ForgetDeps & { uploads: Pick<Uploads, 'read' | 'remove'> };

/** Exports and deletes what the desk stores about a visitor. */
export const agentVisitorRoutes = (deps: AgentVisitorDeps): Hono => {
  const routes = new Hono();

  const known = (id: string): Promise<Person> => withMerged(deps.store, id);

  routes.get('/users/:id/data', async (c) => {
    const answer: AgentVisitorData = await amountsOf(deps.store, await known(c.req.param('id')));
    return c.json(answer);
  });

  routes.get('/users/:id/export', async (c) => {
    const person = await known(c.req.param('id'));
    const target = { kind: 'visitor' as const, id: person.user.id };
    await deps.store.transaction((tx) => note(deps, tx, callerOf(c), { action: 'visitor-exported', target }));
    return c.body(makeZip(exportVisitor(deps, person)), 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="visitor-${person.user.id}.zip"`,
    });
  });

  routes.get('/users/:id/conversations', async (c) => {
    const { id } = await shownFor(deps.store, c.req.param('id'));
    const rows = await rowsOf(deps.store, await known(id), CONVERSATIONS_SHOWN);
    const answer: VisitorConversationsAnswer = { conversations: rows.map(inboxView) };
    return c.json(answer);
  });

  for (const blocked of [true, false]) {
    routes.post(`/users/:id/${blocked ? 'block' : 'unblock'}`, async (c) => {
      await setBlocked(deps, callerOf(c), c.req.param('id') ?? '', blocked);
      return c.json({});
    });
  }

  routes.delete('/users/:id', async (c) => {
    const answer: AgentVisitorData = await forgetVisitor(deps, c.req.param('id'), callerOf(c));
    return c.json(answer);
  });

  return routes;
};
