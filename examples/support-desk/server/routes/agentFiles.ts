import { Hono } from 'hono';
import { sendAgentFile } from '../domain/agentMessages';
import type { Deps } from '../domain/deps';
import { DeskError } from '../domain/deskError';
import { messageView } from '../domain/views';
import { readDimensions } from '../uploads/imageDimensions';
import type { Uploads } from '../uploads/uploads';
import { agentFileMessage } from './agentMessage';
import { parsePart } from './files';
import { readUpload, UploadRefused } from './readUpload';

/**
 * `POST /agent/api/conversations/{id}/files`: parts `message` (JSON, may be left out) and `source`, by the rules of
 * visitors' uploads. Answers `{messages: [it]}`.
 */
export const agentFileRoutes = (deps: Deps, uploads: Uploads): Hono => {
  const routes = new Hono();
  routes.post('/conversations/:id/files', async (c) => {
    const conversationId = c.req.param('id');
    if (!(await deps.store.conversationById(conversationId))) {
      throw new DeskError('not_found', 'There is no such conversation');
    }
    const id = deps.newToken();
    try {
      const { fields, file } = await readUpload(c.req.raw, uploads, id);
      const { referenceId, ...body } = parsePart(fields, 'message', agentFileMessage);
      const { message, created } = await sendAgentFile(deps, conversationId, {
        ...file,
        id,
        dimensions: await readDimensions(uploads, { id, ...file }),
        referenceId,
        body,
      });
      if (!created) await uploads.remove(id);
      return c.json({ messages: [messageView(message)] }, created ? 201 : 200);
    } catch (error) {
      if (error instanceof UploadRefused) throw error.reason;
      await uploads.remove(id);
      throw error;
    }
  });
  return routes;
};
