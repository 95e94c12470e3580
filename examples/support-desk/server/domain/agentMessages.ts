import type { Deps } from './deps';
import type { Json, Message } from './entities';
import { sendMessage } from './messages';

/** Gives each thing that can be pressed or filled in an id, where the agent gave none. */
const withIds = (value: unknown, newId: () => string): unknown =>
  Array.isArray(value)
    ? value.map((entry: Json) => ({
        ...entry,
        _id: entry._id ?? newId(),
        ...(entry.actions ? { actions: withIds(entry.actions, newId) } : {}),
      }))
    : value;

/** Sends what an agent wrote, under their name or the desk's (FACTS.md 2.5); `input` is checked already. */
export const sendAgentMessage = (
  deps: Deps,
  conversationId: string,
  input: Json & { type: string; referenceId?: string },
): Promise<{ message: Message; created: boolean }> => {
  const { type, referenceId, ...fields } = input;
  const { agent } = deps.settings();
  const body: Json = { name: agent.name, avatarUrl: agent.avatarUrl, ...fields };
  for (const key of ['actions', 'items', 'fields']) {
    if (key in body) body[key] = withIds(body[key], deps.newId);
  }
  return sendMessage(deps, conversationId, { role: 'appMaker' }, { type, referenceId, body });
};
