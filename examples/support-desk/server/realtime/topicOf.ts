import { AGENT_CHANNEL, AGENT_LIST_CHANNEL } from '../../shared/channels';
import type { Bus, Topic } from '../bus/bus';
import { conversationTopic, LIST, PROGRAMS, visitorTopic } from '../bus/topics';
import { conversationIn, visitorIn } from './channelRules';

export const topicOf = (channel: string): Topic | undefined => {
  if (channel === AGENT_CHANNEL) return PROGRAMS;
  if (channel === AGENT_LIST_CHANNEL) return LIST;
  const [conversationId, appUserId] = [conversationIn(channel), visitorIn(channel)?.appUserId];
  if (conversationId !== undefined) return conversationTopic(conversationId);
  return appUserId === undefined ? undefined : visitorTopic(appUserId);
};

/** Subscribes to the topics of clients' channels, before their subscriptions are confirmed. */
export type Follow = (channel: string, isFollowed: () => boolean) => Promise<void>;

/** @returns undefined if this process receives everything */
export const followOn = (bus: Pick<Bus, 'follow'> | undefined): Follow | undefined => {
  const { follow } = bus ?? {};
  if (!follow) return undefined;
  return async (channel, isFollowed) => {
    const topic = topicOf(channel);
    if (topic !== undefined) await follow(topic, isFollowed);
  };
};
