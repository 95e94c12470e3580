import type { Signal } from '@porch/messenger/wire/voice';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import type { AgentCallAnswer, AgentCallsAnswer } from '../../shared/answers/calls';
import { callAnswerBody, signalsBody } from '../../shared/bodies/calls';
import { endOffers } from '../domain/conversations/waits';
import type { Deps } from '../domain/deps';
import { nameOfVisitor } from '../domain/inboxViews';
import { faceForVisitors } from '../domain/visitors/visitorFaces';
import type { Calls } from '../domain/voice/calls';
import { iceServersOf } from '../domain/voice/iceServers';
import { type CallLogDeps, logTakenCall } from '../domain/voice/logCalls';
import { readBody } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import { noStore } from '../http/middleware';
import { queryNumber } from '../http/query';
import { actorOf, faceOf } from '../model/caller';
import { DeskError } from '../model/deskError';
import { requireVisitor, type VisitorEnv } from './visitorAuth';

export type CallDeps = CallLogDeps & {
  calls: Calls;
  /** Whether an agent has the inbox open. */
  agentOnline(): Promise<boolean>;
};

const lineId = v.pipe(v.string(), v.regex(/^[\w.:+-]{1,200}$/, 'must be the id of a line'));
const callBody = v.object({
  lineId: v.optional(lineId, 'default'),
  recordingConsent: v.optional(v.picklist(['opted_in', 'opted_out', 'unknown']), 'unknown'),
});

const requireVoice = ({ settings }: Deps): void => {
  if (!settings().voice.enabled) throw new DeskError('not_found', 'Voice calls are off on this desk');
};

/** The settings decide whether visitors see which agent answered. */
const signalForVisitors =
  ({ settings }: Deps) =>
  (signal: Signal): Signal => {
    if (signal.type !== 'agent') return signal;
    const { type, ...face } = signal;
    return { type, ...faceForVisitors(settings(), face) };
  };

const after = (c: Context): number => queryNumber(c, 'after', 0);

/** `GET /api/v2/channels/talk_embeddables/messaging/status?lineId=`: whether an agent would answer a call. */
export const lineStatusRoutes = (deps: CallDeps): Hono => {
  const routes = new Hono();
  routes.use(noStore);
  routes.get('/status', async (c) => {
    const { voice } = deps.settings();
    if (!voice.enabled) return c.json({ error: 'Voice calls are off on this desk' });
    if (!v.safeParse(lineId, c.req.query('lineId') ?? 'default').success)
      return c.json({ error: 'There is no such line' });
    return c.json({
      availability: await deps.agentOnline(),
      averageWaitTime: (await deps.calls.averageWait()) ?? null,
      recordingConsent: voice.recordingConsent,
    });
  });
  return routes;
};

/** The visitor's calls: `POST /appusers/{id}/calls`, `GET` and `POST …/calls/{id}/signals`, and `POST …/calls/{id}/left`. */
export const visitorCallRoutes = (deps: CallDeps): Hono<VisitorEnv> => {
  const routes = new Hono<VisitorEnv>();
  const visitor = requireVisitor(deps);
  const own = async (userId: string, callId: string): Promise<string> => {
    if ((await deps.calls.ownerOf(callId)) !== userId)
      throw new DeskError('not_found', 'There is no such call, or it has ended');
    return callId;
  };

  routes.post('/:appUserId/calls', visitor, async (c) => {
    requireVoice(deps);
    const input = await readBody(c, callBody);
    const { user } = c.var;
    const { displayName: visitor, nameFrom } = nameOfVisitor(user);
    const unheard = user.blockedAt !== null;
    const call = await deps.calls.place({ ...input, userId: user.id, visitor, nameFrom, unheard });
    return c.json({ call, iceServers: iceServersOf(deps.settings(), call.id, deps.now()) }, 201);
  });

  routes.get('/:appUserId/calls/:id/signals', visitor, async (c) => {
    const id = await own(c.var.user.id, c.req.param('id'));
    const { signals, next } = await deps.calls.ask(id, 'visitor', after(c), c.req.raw.signal);
    return c.json({ signals: signals.map(signalForVisitors(deps)), next });
  });

  routes.post('/:appUserId/calls/:id/signals', visitor, async (c) => {
    const { signals } = await readBody(c, signalsBody);
    await deps.calls.pass(await own(c.var.user.id, c.req.param('id')), signals);
    return c.json({});
  });

  // A page cannot send credentials to another origin while it unloads, so the call's own token replaces them.
  routes.post('/:appUserId/calls/:id/left', async (c) => {
    await deps.calls.leave(c.req.param('id'), c.req.query('token') ?? '');
    return c.json({});
  });
  return routes;
};

/** The agents' side: `GET /calls`, `POST /calls/{id}/answer`, and `GET` and `POST /calls/{id}/signals`. */
export const agentCallRoutes = (deps: CallDeps): Hono => {
  const routes = new Hono();
  const { calls } = deps;

  routes.get('/calls', async (c) => {
    const answer: AgentCallsAnswer = { calls: await calls.open() };
    return c.json(answer);
  });

  routes.post('/calls/:id/answer', async (c) => {
    const { name } = await readBody(c, callAnswerBody);
    const { agent: team } = deps.settings();
    const { avatarUrl, ...face } = faceOf(callerOf(c), { name, avatarUrl: team.avatarUrl }, team);
    const call = await calls.answer(c.req.param('id'), {
      ...face,
      ...(avatarUrl === undefined ? {} : { avatarUrl }),
    });
    await deps.store.transaction((tx) => endOffers(tx, call.appUserId));
    await logTakenCall(deps, call.appUserId, callerOf(c), face.name);
    const answer: AgentCallAnswer = { call, iceServers: iceServersOf(deps.settings(), call.id, deps.now()) };
    return c.json(answer);
  });

  routes.get('/calls/:id/signals', async (c) =>
    c.json(await calls.ask(c.req.param('id'), 'agent', after(c), c.req.raw.signal)),
  );

  routes.post('/calls/:id/signals', async (c) => {
    const { signals } = await readBody(c, signalsBody);
    await calls.pass(c.req.param('id'), signals, actorOf(callerOf(c)).id);
    return c.json({});
  });
  return routes;
};
