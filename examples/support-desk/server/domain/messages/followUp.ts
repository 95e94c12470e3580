import type { FollowUpBody, ReplyAct } from '../../../shared/bodies/acts';
import type { Caller } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import type { Conversation, Message } from '../../model/entities';
import type { Deps } from '../deps';
import { sendAgentFile } from './agentMessages';

/** How many marks of done acts to look through: a conversation gets few in the time in which a call is repeated. */
const NEWEST = 100;

/** Identifies an act of a message. A repeated snooze may have another time. */
const keyOf = (message: Message, act: ReplyAct): string => {
  const of = act.act === 'tag' ? act.tag : act.act === 'file' ? act.fileId : '';
  return `${message.id} ${act.act} ${of}`;
};

/** Whether an act of this message was done before. */
export const isDone = async (
  { store }: Pick<Deps, 'store'>,
  message: Message,
  act: ReplyAct,
): Promise<boolean> => {
  const key = keyOf(message, act);
  const marks = await store.happenings(message.conversationId, 'act', NEWEST);
  return marks.some(({ referenceId }) => referenceId === key);
};

/** Marks an act of a message as done. */
export const markDone = (deps: Deps, message: Message, act: ReplyAct): Promise<void> =>
  deps.store.transaction(async (tx) => {
    const { conversationId } = message;
    // It may have been deleted since.
    if (!(await tx.lockConversation(conversationId))) return;
    const referenceId = keyOf(message, act);
    await tx.insertHappening({
      id: deps.newId(),
      conversationId,
      kind: 'act',
      referenceId,
      createdAt: deps.now(),
      body: {},
    });
  });

/**
 * Refuses an act that contradicts a colleague's.
 * @param now the conversation, after the message and the acts before this one
 * @throws conflict if it has another agent than the author knew or chose, or was closed
 */
export const checkOwn = (
  now: Conversation,
  act: ReplyAct,
  { acts, seen }: FollowUpBody,
  by: Caller,
): void => {
  if (act.act === 'assign' && now.status === 'idle')
    throw new DeskError('conflict', 'The conversation was closed in the meantime');
  if (act.act === 'tag' || act.act === 'file' || seen?.assigneeId === undefined) return;
  const chosen = acts.flatMap((one) => (one.act === 'assign' ? [one.agentId] : []));
  const own = by.kind === 'agent' ? by.agent.id : undefined;
  if (![null, seen.assigneeId, own, ...chosen].includes(now.assigneeId))
    throw new DeskError('conflict', `${now.assignee ?? 'A colleague'} has the conversation now`);
};

/** Sends a file of saved replies after a message, once. @throws not_found if it is no longer there */
export const sendSavedFile = async (
  deps: Deps,
  message: Message,
  fileId: string,
  by: Caller,
): Promise<Message> => {
  const file = await deps.store.pictureById(fileId);
  if (file?.fileName == null || file.size === null)
    throw new DeskError('not_found', 'The file is no longer there');
  const { fileName, mediaType, size, width, height } = file;
  const { name, avatarUrl } = message.body;
  const sent = await sendAgentFile(
    deps,
    message.conversationId,
    {
      id: deps.newToken(),
      shares: fileId,
      fileName,
      mediaType,
      size,
      ...(width !== null && height !== null && { dimensions: { mediaWidth: width, mediaHeight: height } }),
      referenceId: `${message.id} ${fileId}`,
      body: { name, avatarUrl },
    },
    by,
  );
  return sent.message;
};
