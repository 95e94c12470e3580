import { computed } from '@preact/signals-react';
import { createElement } from 'react';
import type { Needs } from '../../conversation/featureDeps';
import { decodeWaitTimeConfig } from '../../wire/extras';
import { WaitTime } from './Banner';
import { createWaitTimeCall } from './fetchWaitTime';
import { createWaitTimePolling } from './pollWaitTime';
import { whoJoined } from './whoJoined';

/** The banner above the log that shows a queued visitor the waiting time, and then the agent who joined. */
const createWaitTime = ({
  slices,
  delivery,
  clock,
  seen,
  report,
  onDispose,
}: Needs<
  'clock' | 'seen' | 'report' | 'onDispose',
  'settings' | 'conversations' | 'messages',
  'connect' | 'rules'
>) => {
  const { settings, conversations } = slices;
  const { connect, rules } = delivery;
  const config = decodeWaitTimeConfig(settings.raw);
  const isWanted = config.waitTimeEnabled || config.queuePositionEnabled;
  const flow = createWaitTimePolling({
    fetchWaitTime: createWaitTimeCall({ connect, rules, baseUrl: settings.serviceBaseUrl, clock }),
    conversation: computed(() => (isWanted ? conversations.active.value : undefined)),
    visible: seen,
    clock,
    pollingSeconds: config.queuePollingInterval,
    onlyDecreasingQueue: config.onlyDecreasingQueue,
    onFailed(conversationId, error) {
      conversations.routed(conversationId, { routingStatus: undefined });
      report('The wait time could not be loaded', error);
    },
  });
  onDispose(flow.dispose);
  const joined = whoJoined(slices);
  return () =>
    joined.value || (isWanted && conversations.active.value?.routingStatus === 'queued')
      ? createElement(WaitTime, { config, waiting: flow.waiting, joined })
      : null;
};

export { createWaitTime as create };
