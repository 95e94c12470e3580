import { Hono } from 'hono';
import type * as v from 'valibot';
import { visitorConversation } from '../domain/conversations/conversations';
import type { Deps } from '../domain/deps';
import { isFileKept, sendFile, tellUploadFailed } from '../domain/files/files';
import type { UploadSender } from '../domain/files/uploadRoom';
import type { AddressOf } from '../http/address';
import { checkShape, noteText } from '../http/bodies';
import { statusOf } from '../http/errors';
import { type ReceivedUpload, UploadRefused } from '../http/readUpload';
import { type Intake, takeUpload } from '../http/takeUpload';
import { author, fileMessage } from '../http/visitorMessages';
import { cleanJson } from '../model/clean';
import { DeskError } from '../model/deskError';
import { hashAddress } from '../model/tokens';
import { readDimensions } from '../uploads/imageDimensions';
import { checkSameFile } from '../uploads/sameFile';
import { checkAuthor, sourceOf } from './author';
import { requireVisitor, type VisitorEnv } from './visitorAuth';

/** Parses and checks a JSON part of the body; a missing part counts as an empty object. */
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

/** `POST /conversations/{id}/files` with the parts author, message and source. */
export const fileRoutes = (deps: Deps, intake: Intake, addressOf: AddressOf): Hono<VisitorEnv> => {
  const routes = new Hono<VisitorEnv>();

  const send =
    ({ userId, address }: UploadSender, conversationId: string, id: string) =>
    async ({ fields, file }: ReceivedUpload) => {
      const from = parsePart(fields, 'author', author);
      const { referenceId, ...body } = parsePart(fields, 'message', fileMessage);
      checkAuthor(from, userId);
      const sender = { role: 'appUser' as const, userId, isMessenger: true };
      const sent = await sendFile(deps, conversationId, sender, {
        ...file,
        id,
        dimensions: await readDimensions(intake.uploads, { id, ...file }),
        referenceId,
        address,
        body: { ...body, authorId: userId, source: sourceOf(from) },
      });
      return checkSameFile(intake.uploads, id, sent);
    };

  routes.post('/:id/files', requireVisitor(deps), async (c) => {
    if (!deps.settings().messenger.attachmentsEnabled) {
      throw new DeskError('forbidden', 'This desk takes no files from visitors');
    }
    const userId = c.var.user.id;
    const conversation = await visitorConversation(deps, userId, c.req.param('id'));
    // A login proves who the visitor is: only others are counted by address.
    const caller = c.var.user.externalId === null ? addressOf(c) : undefined;
    const address = caller && hashAddress(deps.store.addressKey, caller);
    const id = deps.newToken();
    const isKept = () => isFileKept(deps.store, conversation.id, id);
    const upload = { id, isKept, sender: { userId, address } };
    try {
      const sending = send(upload.sender, conversation.id, id);
      const { message, created } = await takeUpload(intake, c.req.raw, upload, (received) => {
        noteText(c, Buffer.byteLength([...received.fields.values()].join()));
        return sending(received);
      });
      return c.json({ messageId: message.id }, created ? 201 : 200);
    } catch (error) {
      if (!(error instanceof UploadRefused)) throw error;
      const referenceId = referenceOf(error.fields);
      const refusal = statusOf(error.reason);
      // After a 503 the sender repeats the upload.
      if (referenceId !== undefined && refusal.status !== 503)
        tellUploadFailed(deps, conversation, referenceId, refusal);
      throw error.reason;
    }
  });

  return routes;
};
