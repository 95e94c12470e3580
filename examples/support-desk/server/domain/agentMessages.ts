import type { Deps } from './deps';
import type { Json, Message } from './entities';
import { type NewFile, sendFile } from './files';
import { sendMessage } from './messages';
import { quoteById } from './quotes';

const SENDER = { role: 'appMaker' } as const;

/** Gives each thing that can be pressed or filled in an id, where the agent gave none. */
const withIds = (value: unknown, newId: () => string): unknown =>
  Array.isArray(value)
    ? value.map((entry: Json) => ({
        ...entry,
        _id: entry._id ?? newId(),
        ...(entry.actions ? { actions: withIds(entry.actions, newId) } : {}),
      }))
    : value;

/** Under the agent's name or the desk's, with ids and with the message it quotes; `fields` is checked already. */
const bodyOf = async (deps: Deps, conversationId: string, fields: Json): Promise<Json> => {
  const { agent } = deps.settings();
  const { quotedMessageId, ...rest } = fields;
  const quoted = await quoteById(deps.store, conversationId, quotedMessageId as string | undefined);
  const body: Json = { name: agent.name, avatarUrl: agent.avatarUrl, ...rest, ...quoted };
  for (const key of ['actions', 'items', 'fields']) {
    if (key in body) body[key] = withIds(body[key], deps.newId);
  }
  return body;
};

/**
 * Sends what an agent wrote (FACTS.md 2.5); `input` is checked already.
 * @throws bad_request for a quote of nothing, and what `sendMessage` throws
 */
export const sendAgentMessage = async (
  deps: Deps,
  conversationId: string,
  input: Json & { type: string; referenceId?: string },
): Promise<{ message: Message; created: boolean }> => {
  const { type, referenceId, ...fields } = input;
  const body = await bodyOf(deps, conversationId, fields);
  return sendMessage(deps, conversationId, SENDER, { type, referenceId, body });
};

/** Sends a file of an agent's, an image where browsers can draw it. */
export const sendAgentFile = async (
  deps: Deps,
  conversationId: string,
  file: NewFile,
): Promise<{ message: Message; created: boolean }> =>
  sendFile(deps, conversationId, SENDER, {
    ...file,
    body: await bodyOf(deps, conversationId, file.body),
  });
