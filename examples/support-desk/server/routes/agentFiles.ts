import { Hono } from 'hono';
import { sendAgentFile } from '../domain/agentMessages';
import type { Deps } from '../domain/deps';
import { DeskError } from '../domain/deskError';
import { isFileKept } from '../domain/files';
import { messageView } from '../domain/views';
import { readDimensions } from '../uploads/imageDimensions';
import { agentFileMessage } from './agentMessage';
import { callerOf } from './callerOf';
import { parsePart } from './files';
import { type ReceivedUpload, UploadRefused } from './readUpload';
import { type Intake, takeUpload } from './takeUpload';

/**
 * `POST /agent/api/conversations/{id}/files`: parts `message` (JSON, optional) and `source`, under the same
 * rules as visitors' uploads. Answers `{messages: [message]}`.
 */
export const agentFileRoutes = (deps: Deps, intake: Intake): Hono => {
  const routes = new Hono();
  routes.post('/conversations/:id/files', async (c) => {
    const conversationId = c.req.param('id');
    if (!(await deps.store.conversationById(conversationId))) {
      throw new DeskError('not_found', 'There is no such conversation');
    }
    const id = deps.newToken();
    const isKept = () => isFileKept(deps.store, conversationId, id);
    const send = async ({ fields, file }: ReceivedUpload) => {
      const { referenceId, ...body } = parsePart(fields, 'message', agentFileMessage);
      const dimensions = await readDimensions(intake.uploads, { id, ...file });
      const sent = { ...file, id, dimensions, referenceId, body };
      return sendAgentFile(deps, conversationId, sent, callerOf(c));
    };
    try {
      const { message, created } = await takeUpload(intake, c.req.raw, { id, isKept }, send);
      return c.json({ messages: [messageView(message)] }, created ? 201 : 200);
    } catch (error) {
      throw error instanceof UploadRefused ? error.reason : error;
    }
  });
  return routes;
};
