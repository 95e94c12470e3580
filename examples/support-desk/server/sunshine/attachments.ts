import { Hono } from 'hono';
import * as v from 'valibot';
import type { Deps } from '../domain/deps';
import { isFileKept, keepFile } from '../domain/files/files';
import type { ForgetDeps } from '../domain/visitors/forget';
import { forgetFile } from '../domain/visitors/forgetConversation';
import { readBody } from '../http/bodies';
import { type ReceivedUpload, UploadRefused } from '../http/readUpload';
import { type Intake, takeUpload } from '../http/takeUpload';
import { DeskError } from '../model/deskError';
import { uploadIdOf, uploadPath } from '../model/uploadAddress';

const removeBody = v.object({ mediaUrl: v.pipe(v.string(), v.maxLength(2048), v.url()) });

/** `/apps/{appId}/attachments`: files for messages. They are deleted with their conversation, so the call must name it. */
export const attachmentRoutes = (deps: Deps & ForgetDeps, intake: Intake): Hono => {
  const routes = new Hono();

  routes.post('/', async (c) => {
    const conversationId = c.req.query('conversationId');
    if (c.req.query('for') !== 'message' || !conversationId)
      throw new DeskError('bad_request', 'Send for=message and conversationId in the query');
    if (!(await deps.store.conversationById(conversationId)))
      throw new DeskError('not_found', 'There is no such conversation');
    const id = deps.newToken();
    const isKept = () => isFileKept(deps.store, conversationId, id);
    const keep = async ({ file }: ReceivedUpload) => {
      await keepFile(deps, { ...file, id, conversationId });
      return { created: true, file };
    };
    try {
      const { file } = await takeUpload(intake, c.req.raw, { id, isKept }, keep);
      const { fileName, mediaType } = file;
      return c.json({ attachment: { mediaUrl: uploadPath(id, fileName), mediaType } }, 201);
    } catch (error) {
      throw error instanceof UploadRefused ? error.reason : error;
    }
  });

  routes.post('/remove', async (c) => {
    const { mediaUrl } = await readBody(c, removeBody);
    await forgetFile(deps, uploadIdOf(mediaUrl) ?? '');
    return c.json({});
  });

  return routes;
};
