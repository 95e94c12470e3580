import { Hono } from 'hono';
import type * as v from 'valibot';
import type { AgentSavedFile } from '../../shared/answers/acts';
import type { AgentSavedRepliesAnswer, AgentSavedReply } from '../../shared/answers/work';
import { savedReplyBody } from '../../shared/bodies/work';
import { MOST_FILE_BYTES } from '../../shared/savedReplies';
import type { Deps } from '../domain/deps';
import { keepSavedFile } from '../domain/files/pictures';
import { deleteReply, saveReply } from '../domain/messages/savedReplies';
import { seconds } from '../domain/views';
import { readBody } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import { type ReceivedUpload, UploadRefused } from '../http/readUpload';
import { type Intake, takeUpload } from '../http/takeUpload';
import { type Caller, faceOf } from '../model/caller';
import type { NamedFile, SavedReply } from '../model/settingsEntities';
import { uploadPath } from '../model/uploadAddress';
import { readDimensions } from '../uploads/imageDimensions';

const fileView = ({ id, fileName, mediaType, size }: NamedFile, isThere: boolean): AgentSavedFile => ({
  id,
  fileName,
  mediaType,
  size,
  ...(isThere && { mediaUrl: uploadPath(id, fileName) }),
});

const replyView = (
  { id, savedAt, files, ...reply }: SavedReply,
  there: ReadonlySet<string>,
): AgentSavedReply => ({
  _id: id,
  ...reply,
  files: files.map((file) => fileView(file, there.has(file.id))),
  savedAt: seconds(savedAt),
});

const tagsIn = (replies: readonly SavedReply[]): string[] => [
  ...new Set(replies.flatMap(({ acts }) => acts.flatMap((one) => (one.act === 'tag' ? [one.tag] : [])))),
];

/** The agents' saved replies, and their files. */
export const agentSavedReplyRoutes = (deps: Deps, intake: Intake): Hono => {
  const routes = new Hono();
  const { store } = deps;
  const thereOf = async (): Promise<Set<string>> => new Set((await store.pictures()).map(({ id }) => id));
  const save = async (by: Caller, body: v.InferOutput<typeof savedReplyBody>, id?: string) => {
    const { name, savedAt, ...content } = body;
    const author = faceOf(by, { name: name?.trim() || undefined }, deps.settings().agent).name;
    const saved = await saveReply(deps, { id, ...content, author }, savedAt);
    return { reply: replyView(saved, await thereOf()) };
  };

  routes.get('/saved-replies', async (c) => {
    const replies = await store.savedReplies();
    const tags = tagsIn(replies);
    const used = new Set(await store.tagsInUse(tags));
    const there = await thereOf();
    const answer: AgentSavedRepliesAnswer = {
      replies: replies.map((reply) => replyView(reply, there)),
      unusedTags: tags.filter((tag) => !used.has(tag)),
    };
    return c.json(answer);
  });

  routes.post('/saved-replies', async (c) =>
    c.json(await save(callerOf(c), await readBody(c, savedReplyBody)), 201),
  );

  routes.post('/saved-replies/:id', async (c) =>
    c.json(await save(callerOf(c), await readBody(c, savedReplyBody), c.req.param('id'))),
  );

  routes.post('/saved-replies/:id/delete', async (c) => {
    await deleteReply(deps, c.req.param('id'));
    return c.json({});
  });

  routes.post('/saved-reply-files', async (c) => {
    const id = deps.newToken();
    const isKept = async (): Promise<boolean> => (await store.pictureById(id)) !== undefined;
    const keep = async ({ file }: ReceivedUpload) => {
      const dimensions = await readDimensions(intake.uploads, { id, ...file });
      const { mediaWidth: width = null, mediaHeight: height = null } = dimensions ?? {};
      await keepSavedFile(deps, { id, ...file, width, height });
      return { created: true, file: fileView({ id, ...file }, true) };
    };
    try {
      const how = { id, isKept, maxBytes: MOST_FILE_BYTES };
      const { file } = await takeUpload(intake, c.req.raw, how, keep);
      return c.json({ file }, 201);
    } catch (error) {
      throw error instanceof UploadRefused ? error.reason : error;
    }
  });

  return routes;
};
