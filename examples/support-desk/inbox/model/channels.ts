import { CHANNELS, type ChannelType } from '@porch/messenger/wire/channels';

export const CHANNEL_TYPES = Object.keys(CHANNELS) as ChannelType[];

/** The name of an outside channel; undefined for the widget and for unknown ones. */
export const channelName = (type: unknown): string | undefined =>
  typeof type === 'string' && Object.hasOwn(CHANNELS, type) ? CHANNELS[type as ChannelType] : undefined;

/** The name of the channel by which a message came, unless that was the widget. */
export const wayName = (type: unknown): string | undefined =>
  type === 'email' ? 'Email' : channelName(type);
