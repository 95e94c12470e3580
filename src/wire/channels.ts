import { ident, listOf, obj, oneOf, str } from './decode';
import { shownLabel } from './shown';

/** The outside channels in which a conversation can continue, with their brand names, which are not translated. */
export const CHANNELS = { whatsapp: 'WhatsApp', messenger: 'Messenger', instagram: 'Instagram' } as const;

export type ChannelType = keyof typeof CHANNELS;

const channelType = (v: unknown): ChannelType | undefined => oneOf(v, Object.keys(CHANNELS) as ChannelType[]);

/** A channel that the account offers. */
export type WireIntegration = { _id: string; type: ChannelType; businessUsername?: string };

/** The visitor's account in a channel; `pending` until they have confirmed the link there. */
export type ChannelClient = { id: string; integrationId: string; displayName?: string; pending: boolean };

const decodeOne = (value: unknown): WireIntegration | undefined => {
  const { _id, type, businessUsername } = obj(value);
  const known = channelType(type);
  const id = ident(_id);
  // A user name is part of an address.
  if (!id || !known) return undefined;
  return { _id: id, type: known, businessUsername: /^[\w.-]{1,100}$/.exec(str(businessUsername) ?? '')?.[0] };
};

/**
 * The channels in an answer of `GET /integrations/{id}/config`, wrapped in `config` or bare, and the retry policy for
 * all calls, as received.
 */
export const decodeIntegrations = (value: unknown) => {
  const answer = obj(value);
  const { integrations, restRetryPolicy } = { ...answer, ...obj(answer.config) };
  return { channels: listOf(integrations, decodeOne), restRetryPolicy };
};

/** The visitor's accounts in channels, from an answer with `appUser`. */
export const decodeChannelClients = (value: unknown): ChannelClient[] => {
  const { clients, pendingClients } = obj(obj(value).appUser);
  const read = (pending: boolean) => (entry: unknown) => {
    const client = obj(entry);
    const id = ident(client.id ?? client._id);
    const integrationId = ident(client.integrationId);
    if (!id || !integrationId || client.platform === 'web') return undefined;
    return { id, integrationId, displayName: shownLabel(client.displayName), pending };
  };
  return [...listOf(clients, read(false)), ...listOf(pendingClients, read(true))];
};
