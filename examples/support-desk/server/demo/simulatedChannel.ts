import type { AgentMessage } from '../../shared/answers/messages';
import type { Deps } from '../domain/deps';
import { sendText } from '../domain/messages/messages';
import { type Channel, isSimulated } from '../domain/settings/channelSettings';
import { visitorMessageView } from '../domain/views';
import { channelOf, unlinkClient } from '../domain/visitors/links';
import { DeskError } from '../model/deskError';
import type { Json, Message, User } from '../model/entities';
import type { LinkRequest } from '../model/visitorEntities';

/** The messages shown on the page of a simulated channel. */
const SHOWN = 100;

/** A simulated channel, as the owner of a code sees it. */
export type SimulatedChannel = {
  channel: Channel;
  /** `open` and `matched` wait for a confirmation; `ended` was linked once. */
  state: LinkRequest['status'] | 'expired' | 'ended';
  displayName?: string;
};

type Found = SimulatedChannel & { request: LinkRequest; user: User; client?: Json };

const find = async (deps: Deps, code: string): Promise<Found> => {
  const request = await deps.store.linkRequest(code);
  const user = request && (await deps.store.userById(request.userId));
  const channel = request && channelOf(deps, request.integrationId);
  // A code of another channel belongs only to that channel.
  if (!user || !channel || !isSimulated(channel)) throw new DeskError('not_found', 'There is no such link');
  const client = user.clients.find((c) => request.clientId !== null && c.id === request.clientId);
  const { status } = request;
  const late = status === 'open' && request.expiresAt <= deps.now();
  const state = status === 'linked' && !client ? 'ended' : late ? 'expired' : status;
  const displayName = typeof client?.displayName === 'string' ? client.displayName : undefined;
  return { channel, state, displayName, request, user, client };
};

/** The channel of a code. @throws not_found */
export const simulatedChannel = async (deps: Deps, code: string): Promise<SimulatedChannel> => {
  const { channel, state, displayName } = await find(deps, code);
  return { channel, state, displayName };
};

const isHere = (clientId: string) => (message: Message) =>
  message.role === 'appMaker' || (message.body.source as Json | undefined)?.id === clientId;

/**
 * The messages of a linked channel, oldest first: the visitor's messages there, and the team's answers since.
 * @throws not_found
 */
export const playedMessages = async (deps: Deps, code: string): Promise<AgentMessage[]> => {
  const { state, request } = await find(deps, code);
  const { conversationId, clientId, linkedAt } = request;
  if (state !== 'linked' || !conversationId || !clientId || linkedAt === null) return [];
  const { messages } = await deps.store.messages(conversationId, { limit: SHOWN });
  return messages
    .filter((m) => m.received >= linkedAt)
    .filter(isHere(clientId))
    .map((m) => visitorMessageView(deps.settings(), m));
};

/**
 * Sends a text that the visitor wrote in a linked channel into the linked conversation.
 * @param referenceId identifies a repeat
 * @throws not_found; bad_request if the channel is not linked; whatever `sendText` throws
 */
export const sendFromPlayed = async (
  deps: Deps,
  code: string,
  { text, referenceId }: { text: string; referenceId?: string },
): Promise<void> => {
  const { channel, state, request, user } = await find(deps, code);
  if (state !== 'linked' || !request.conversationId) {
    throw new DeskError('bad_request', 'This channel is not linked');
  }
  const source = { type: channel.type, id: request.clientId, integrationId: channel.id };
  const body = { authorId: user.id, source };
  await sendText(deps, user.id, request.conversationId, { text, referenceId, body });
};

/** Unlinks from the channel's side. @throws not_found */
export const leavePlayed = async (deps: Deps, code: string): Promise<void> => {
  const { client, user } = await find(deps, code);
  if (client) await unlinkClient(deps, user.id, String(client.id));
};
