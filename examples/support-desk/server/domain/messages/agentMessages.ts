import { type Caller, faceOf } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import type { Conversation, Json, Message } from '../../model/entities';
import type { Transaction } from '../../store/store';
import { writtenSince } from '../conversations/seen';
import type { Deps } from '../deps';
import { type NewFile, sendFile } from '../files/files';
import { beginGrowing, checkMayGrow } from './growing';
import { withItemPictures } from './itemPictures';
import { sendMessage } from './messages';
import { quoteById } from './quotes';
import type { NewMessage } from './storeMessage';

/** Gives every button, item and field an id if the agent set none. */
const withIds = (value: unknown, newId: () => string): unknown =>
  Array.isArray(value)
    ? value.map((entry: Json) => ({
        ...entry,
        _id: entry._id ?? newId(),
        ...(entry.actions ? { actions: withIds(entry.actions, newId) } : {}),
      }))
    : value;

/** An agent is the author. A program may name one, and is otherwise the team. */
const withAuthor = (deps: Pick<Deps, 'settings'>, by: Caller, fields: Json): Json => {
  const { agent: team } = deps.settings();
  if (by.kind === 'key') return { name: team.name, avatarUrl: team.avatarUrl, ...fields };
  const { authorSubtypes: _, ...rest } = fields;
  return { ...rest, ...faceOf(by, {}, team), authorId: by.agent.id };
};

/** Adds the sender's name and picture, ids and the quoted message. `fields` is already checked. */
const bodyOf = async (deps: Deps, conversationId: string, by: Caller, fields: Json): Promise<Json> => {
  const { quotedMessageId, ...rest } = fields;
  const quoted = await quoteById(deps.store, conversationId, quotedMessageId as string | undefined);
  const body: Json = { ...withAuthor(deps, by, rest), ...quoted };
  for (const key of ['actions', 'items', 'fields']) {
    if (key in body) body[key] = withIds(body[key], deps.newId);
  }
  return body;
};

/**
 * What an agent knew when they sent a message: the newest message, in float seconds, and whether the conversation was
 * open.
 */
type Seen = { received: number; open: boolean };

/** Refuses a message if somebody has written or closed since the agent's `seen`. */
const checkSeen = async (
  tx: Transaction,
  { conversation }: { conversation: Conversation },
  { received, open }: Seen,
  own: Message,
): Promise<void> => {
  if (open && conversation.status === 'idle')
    throw new DeskError('conflict', 'The conversation was closed in the meantime');
  const other = (await writtenSince(tx, conversation.id, received)).findLast(
    (one) => one.role === 'appMaker' && one.id !== own.id && one.body.authorId !== own.body.authorId,
  );
  if (other)
    throw new DeskError('conflict', `${other.body.name ?? 'A colleague'} has answered in the meantime`);
};

/**
 * Sends an agent's message. `input` is already checked.
 * @param more what else to store in the same transaction
 * @throws bad_request if the quoted message does not exist, forbidden if a person's message would grow, conflict if
 * somebody has answered or closed since the agent's `seen`, and whatever `sendMessage` throws
 */
export const sendAgentMessage = async (
  deps: Deps,
  conversationId: string,
  input: Json & { type: string; referenceId?: string },
  by: Caller,
  more: Pick<NewMessage, 'alongside' | 'mailText'> = {},
): Promise<{ message: Message; created: boolean }> => {
  const { type, referenceId, growing, seen, followUp: _, ...fields } = input;
  if (growing) checkMayGrow(by);
  const { items, alongside: keepPictures } = await withItemPictures(
    deps,
    conversationId,
    (fields.items as Json[] | undefined) ?? [],
  );
  const content = {
    ...(growing ? { authorSubtypes: ['AI'] } : {}),
    ...fields,
    ...(items.length > 0 && { items }),
  };
  const message = {
    type,
    referenceId,
    body: {
      ...(await bodyOf(deps, conversationId, by, content)),
      ...(growing ? beginGrowing(deps.now()) : {}),
    },
    alongside: async (...of: Parameters<NonNullable<NewMessage['alongside']>>) => {
      const [tx, own, before] = of;
      if (seen) await checkSeen(tx, before, seen as Seen, own);
      await keepPictures(...of);
      await more.alongside?.(...of);
    },
    mailText: more.mailText,
  };
  return sendMessage(deps, conversationId, { role: 'appMaker', by }, message);
};

/** Sends an agent's file, as an image if browsers can display it safely. */
export const sendAgentFile = async (
  deps: Deps,
  conversationId: string,
  file: NewFile,
  by: Caller,
): Promise<{ message: Message; created: boolean }> =>
  sendFile(
    deps,
    conversationId,
    { role: 'appMaker', by },
    {
      ...file,
      body: await bodyOf(deps, conversationId, by, file.body),
    },
  );
