import { Hono } from 'hono';
import type { AgentPictureAnswer } from '../../shared/answers/settings';
import type { Deps } from '../domain/deps';
import { keepPicture } from '../domain/files/pictures';
import type { Intake } from '../http/takeUpload';
import { takePicture } from './takePicture';

/** `POST /agent/api/settings/pictures`: a picture for the settings, such as a logo. */
export const agentPictureRoutes = (deps: Pick<Deps, 'store' | 'now' | 'newToken'>, intake: Intake): Hono => {
  const routes = new Hono();
  routes.post('/settings/pictures', async (c) => {
    const id = deps.newToken();
    const isKept = async (): Promise<boolean> => (await deps.store.pictureById(id)) !== undefined;
    const avatarUrl = await takePicture(intake, c, { id, isKept }, (mediaType) =>
      keepPicture(deps, { id, mediaType }),
    );
    const answer: AgentPictureAnswer = { avatarUrl };
    return c.json(answer, 201);
  });
  return routes;
};
