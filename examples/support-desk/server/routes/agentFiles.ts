import { Hono } from 'hono';
import type { AgentPictureUploadAnswer } from '../../shared/answers/messages';
import { agentFileMessage } from '../../shared/bodies/messages';
import type { Deps } from '../domain/deps';
import { isFileKept, keepFile } from '../domain/files/files';
import { pictureExtension } from '../domain/files/pictures';
import { sendAgentFile } from '../domain/messages/agentMessages';
import { messageView } from '../domain/views';
import { callerOf } from '../http/callerOf';
import { type ReceivedUpload, UploadRefused } from '../http/readUpload';
import { type Intake, takeUpload } from '../http/takeUpload';
import { DeskError } from '../model/deskError';
import { uploadPath } from '../model/uploadAddress';
import { readDimensions } from '../uploads/imageDimensions';
import { checkSameFile } from '../uploads/sameFile';
import { parsePart } from './files';
import { takePicture } from './takePicture';

/**
 * `POST /agent/api/conversations/{id}/files`: parts `message` (JSON, optional) and `source`, under the same
 * rules as visitors' uploads. Answers `{messages: [message]}`.
 * `POST …/pictures`: a picture for an item of a message that is sent afterwards.
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
      const input = { ...file, id, dimensions, referenceId, body };
      const sent = await sendAgentFile(deps, conversationId, input, callerOf(c));
      return checkSameFile(intake.uploads, id, sent);
    };
    try {
      const { message, created } = await takeUpload(intake, c.req.raw, { id, isKept }, send);
      return c.json({ messages: [messageView(message)] }, created ? 201 : 200);
    } catch (error) {
      throw error instanceof UploadRefused ? error.reason : error;
    }
  });

  routes.post('/conversations/:id/pictures', async (c) => {
    const conversationId = c.req.param('id');
    if (!(await deps.store.conversationById(conversationId))) {
      throw new DeskError('not_found', 'There is no such conversation');
    }
    const id = deps.newToken();
    const isKept = () => isFileKept(deps.store, conversationId, id);
    const mediaUrl = await takePicture(intake, c, { id, isKept }, async (mediaType, size) => {
      const fileName = `picture.${pictureExtension(mediaType)}`;
      await keepFile(deps, { id, conversationId, fileName, mediaType, size });
      return uploadPath(id, fileName);
    });
    const answer: AgentPictureUploadAnswer = { mediaUrl };
    return c.json(answer, 201);
  });
  return routes;
};
