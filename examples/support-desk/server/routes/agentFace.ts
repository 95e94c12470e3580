import { Hono } from 'hono';
import type { OwnAccountAnswer } from '../../shared/answers/accounts';
import { facePath } from '../domain/accounts/faces';
import { changeAccount } from '../domain/accounts/ownAccount';
import type { Deps } from '../domain/deps';
import type { FreeDeps } from '../domain/files/freeFiles';
import { agentCallerOf } from '../http/callerOf';
import type { Intake } from '../http/takeUpload';
import { uploadIdIn } from '../model/uploadAddress';
import { ownAccountView } from './accountViews';
import { takePicture } from './takePicture';

/** `POST /agent/api/me/face`: sets the agent's picture. Answers like `PATCH /me`, which also removes it. */
export const agentFaceRoutes = (deps: Deps & FreeDeps, intake: Intake): Hono => {
  const routes = new Hono();
  routes.post('/me/face', async (c) => {
    const self = agentCallerOf(c);
    const id = deps.newToken();
    const isKept = async (): Promise<boolean> =>
      uploadIdIn((await deps.store.agentById(self.agent.id))?.avatarUrl ?? '') === id;
    const agent = await takePicture(intake, c, { id, isKept }, (mediaType) =>
      changeAccount(deps, self, { avatarUrl: facePath(id, self.agent.id, mediaType) }),
    );
    const answer: OwnAccountAnswer = { agent: ownAccountView(agent) };
    return c.json(answer);
  });
  return routes;
};
