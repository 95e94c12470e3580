import { Hono } from 'hono';
import type { OwnAccountAnswer } from '../../shared/accountsApi';
import type { AgentRow } from '../domain/accounts/entities';
import { facePath, MAX_FACE_BYTES, MAX_FACE_SIDE } from '../domain/accounts/faces';
import { changeAccount } from '../domain/accounts/ownAccount';
import type { Deps } from '../domain/deps';
import { DeskError } from '../domain/deskError';
import type { FreeDeps } from '../domain/freeFiles';
import { uploadIdIn } from '../domain/uploadAddress';
import { readPicture } from '../uploads/imageDimensions';
import { ownAccountView } from './accountViews';
import { agentCallerOf } from './callerOf';
import { type ReceivedUpload, UploadRefused } from './readUpload';
import { type Intake, takeUpload } from './takeUpload';

const noFace = (): DeskError =>
  new DeskError('fileType', 'A picture of an agent must be a PNG, JPEG or WebP');

/**
 * `POST /agent/api/me/face`: the part `source` is a picture, which becomes the agent's own. What it is, its content says.
 * Answers as `PATCH /me`, which also removes it.
 */
export const agentFaceRoutes = (deps: Deps & FreeDeps, intake: Intake): Hono => {
  const routes = new Hono();
  routes.post('/me/face', async (c) => {
    const self = agentCallerOf(c);
    const id = deps.newToken();
    const isKept = async (): Promise<boolean> =>
      uploadIdIn((await deps.store.agentById(self.agent.id))?.avatarUrl ?? '') === id;
    const keep = async ({ file }: ReceivedUpload): Promise<{ created: true; agent: AgentRow }> => {
      const picture = await readPicture(intake.uploads, { id, size: file.size });
      const avatarUrl = picture && facePath(id, self.agent.id, picture.mediaType);
      if (!picture || !avatarUrl) throw noFace();
      if (Math.max(picture.mediaWidth, picture.mediaHeight) > MAX_FACE_SIDE)
        throw new DeskError(
          'bad_request',
          `A picture of an agent may be ${MAX_FACE_SIDE} pixels wide and high`,
        );
      return { created: true, agent: await changeAccount(deps, self, { avatarUrl }) };
    };
    try {
      const upload = { id, isKept, maxBytes: MAX_FACE_BYTES };
      const { agent } = await takeUpload(intake, c.req.raw, upload, keep);
      const answer: OwnAccountAnswer = { agent: ownAccountView(agent) };
      return c.json(answer);
    } catch (error) {
      throw error instanceof UploadRefused ? error.reason : error;
    }
  });
  return routes;
};
