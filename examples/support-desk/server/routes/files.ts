import { type Context, Hono } from 'hono';
import type * as v from 'valibot';
import { cleanJson } from '../domain/clean';
import { visitorConversation } from '../domain/conversations';
import type { Deps } from '../domain/deps';
import { DeskError } from '../domain/deskError';
import { sendFile, tellUploadFailed } from '../domain/files';
import { readDimensions } from '../uploads/imageDimensions';
import type { Uploads } from '../uploads/uploads';
import { checkAuthor, sourceOf } from './author';
import { author, fileMessage } from './decode';
import { checkShape, statusOf } from './http';
import { readUpload, UploadRefused } from './readUpload';
import { requireVisitor, type VisitorEnv } from './visitorAuth';

/** A part of the body that holds JSON; one that is absent is an empty object. */
export const parsePart = <S extends v.GenericSchema>(
  fields: Map<string, string>,
  name: string,
  schema: S,
): v.InferOutput<S> => {
  let value: unknown;
  try {
    value = cleanJson(JSON.parse(fields.get(name) ?? '{}'));
  } catch {
    throw new DeskError('bad_request', `The part ${name} is not JSON`);
  }
  return checkShape(value, schema);
};

const referenceOf = (fields: Map<string, string>): string | undefined => {
  try {
    return parsePart(fields, 'message', fileMessage).referenceId;
  } catch {
    return undefined;
  }
};

/** `POST /conversations/{id}/files` (SPEC.md section 7, FACTS.md 2.6): parts author, message and source. */
export const fileRoutes = (deps: Deps, uploads: Uploads): Hono<VisitorEnv> => {
  const routes = new Hono<VisitorEnv>();

  /** From here the file is kept; it has to become a message or go. */
  const take = async (c: Context<VisitorEnv>, conversationId: string, id: string) => {
    const { fields, file } = await readUpload(c.req.raw, uploads, id);
    try {
      const from = parsePart(fields, 'author', author);
      const { referenceId, ...body } = parsePart(fields, 'message', fileMessage);
      checkAuthor(from, c.var.user.id);
      const userId = c.var.user.id;
      const sent = await sendFile(
        deps,
        conversationId,
        { role: 'appUser', userId },
        {
          ...file,
          id,
          dimensions: await readDimensions(uploads, { id, ...file }),
          referenceId,
          body: { ...body, authorId: userId, source: sourceOf(from) },
        },
      );
      if (!sent.created) await uploads.remove(id);
      return sent;
    } catch (error) {
      await uploads.remove(id);
      throw new UploadRefused(error, fields);
    }
  };

  routes.post('/:id/files', requireVisitor(deps), async (c) => {
    if (!deps.settings().messenger.attachmentsEnabled) {
      throw new DeskError('forbidden', 'This desk takes no files');
    }
    const conversation = await visitorConversation(deps, c.var.user.id, c.req.param('id'));
    try {
      const { message, created } = await take(c, conversation.id, deps.newToken());
      return c.json({ messageId: message.id }, created ? 201 : 200);
    } catch (error) {
      if (!(error instanceof UploadRefused)) throw error;
      const referenceId = referenceOf(error.fields);
      if (referenceId !== undefined)
        tellUploadFailed(deps, conversation, referenceId, statusOf(error.reason));
      throw error.reason;
    }
  });

  return routes;
};
