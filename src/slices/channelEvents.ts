import { createTopic, type Topic } from '../platform/topic';
import type { LinkEvent } from '../wire/realtime';

/** What happens to the visitor's links to outside channels, for the feature that makes them. */
export type ChannelEvents = Topic<[LinkEvent]>;

export const createChannelEvents = (): ChannelEvents => createTopic();
