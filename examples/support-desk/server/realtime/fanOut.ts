import { userChannel } from '../../../../src/wire/realtime';
import { AGENT_CHANNEL } from '../../shared/agentApi';
import type { Publisher } from '../domain/deps';

/** Carries events to whoever is subscribed to a channel, in the order given. */
export type FanOut = {
  publish(channel: string, data: { events: unknown[] }): void;
  /** Lets go of every client that subscribed by one of these tags: it has to subscribe again. */
  endSubscriptions(tags: readonly string[]): void;
};

/** The rules' publisher on top of a fan-out: who hears what becomes which channel. */
export const createPublisher = (fanOut: FanOut, appId: () => string): Publisher => ({
  toVisitor: (appUserId, event) => fanOut.publish(userChannel(appId(), appUserId), { events: [event] }),
  endSubscriptions: fanOut.endSubscriptions,
  toAgents: (event) => fanOut.publish(AGENT_CHANNEL, { events: [event] }),
});
