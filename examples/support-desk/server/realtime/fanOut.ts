import { userChannel } from '@porch/messenger/wire/realtime';
import type { Publisher } from '../model/publisher';
import type { Clock } from '../process/clock';
import { createAgentChannels } from './agentChannels';

/** Delivers events to the subscribers of a channel, in order. */
export type FanOut = {
  publish(channel: string, data: { events: unknown[] }): void;
  /** Whether a message published there would reach a client. */
  hears(channel: string): boolean;
  /** Drops every client that subscribed with one of these tags, so that it must subscribe again. */
  endSubscriptions(tags: readonly string[]): void;
  /**
   * Makes every client subscribe again and catch up, some of them later than others.
   * @param processes how many processes of the desk do so now; one by default
   */
  renewSubscriptions(processes?: number): void;
};

/** A publisher that maps visitors and agents to channels of the fan-out. */
export const createPublisher = (
  fanOut: FanOut,
  appId: () => string,
  clock: Pick<Clock, 'after'>,
): Publisher => ({
  toVisitor: (appUserId, event) => fanOut.publish(userChannel(appId(), appUserId), { events: [event] }),
  endSubscriptions: fanOut.endSubscriptions,
  toAgents: createAgentChannels(fanOut, clock),
});

/** Makes all clients subscribe again: the more processes do so, the more slowly. */
export const createRenewal = (
  fanOut: Pick<FanOut, 'renewSubscriptions'>,
  { processes = async () => [] }: { processes?(): Promise<readonly string[]> } = {},
): (() => void) => {
  const renew = (count: number): void => fanOut.renewSubscriptions(Math.max(1, count));
  return () =>
    void processes().then(
      ({ length }) => renew(length),
      () => renew(1),
    );
};
