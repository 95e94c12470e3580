import { makeZip } from 'client-zip';
import { Hono } from 'hono';
import type { VisitorConversationsAnswer } from '../../shared/answers/conversations';
import type { AgentVisitorData } from '../../shared/answers/visitors';
import { note } from '../domain/accounts/audit';
import { inboxView } from '../domain/inboxViews';
import { setBlocked } from '../domain/visitors/block';
import { exportVisitor } from '../domain/visitors/exportVisitor';
import { type ForgetDeps, forgetVisitor, noVisitor } from '../domain/visitors/forget';
import { callerOf } from '../http/callerOf';
import type { User } from '../model/entities';
import type { Uploads } from '../uploads/uploads';

const CONVERSATIONS_SHOWN = 50;

/** What deleting and exporting visitors needs. */
export type AgentVisitorDeps = ForgetDeps & { uploads: Pick<Uploads, 'read' | 'remove'> };

/** Exports and deletes what the desk stores about a visitor. */
export const agentVisitorRoutes = (deps: AgentVisitorDeps): Hono => {
  const routes = new Hono();

  const known = async (id: string): Promise<User> => {
    const user = await deps.store.userById(id);
    if (!user) throw noVisitor();
    return user;
  };

  routes.get('/users/:id/data', async (c) => {
    const { id } = await known(c.req.param('id'));
    const answer: AgentVisitorData = await deps.store.visitorAmounts(id);
    return c.json(answer);
  });

  routes.get('/users/:id/export', async (c) => {
    const user = await known(c.req.param('id'));
    const target = { kind: 'visitor' as const, id: user.id };
    await deps.store.transaction((tx) => note(deps, tx, callerOf(c), { action: 'visitor-exported', target }));
    return c.body(makeZip(exportVisitor(deps, user)), 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="visitor-${user.id}.zip"`,
    });
  });

  routes.get('/users/:id/conversations', async (c) => {
    const user = await known(c.req.param('id'));
    const rows = await deps.store.conversationsOfUser(user.id, { offset: 0, limit: CONVERSATIONS_SHOWN });
    const answer: VisitorConversationsAnswer = {
      conversations: rows.map((row) => inboxView({ ...row, user })),
    };
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
