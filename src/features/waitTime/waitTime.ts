import { createElement } from 'react';
import type { Needs } from '../../conversation/featureDeps';
import { decodeWaitTimeConfig } from '../../wire/extras';
import { WaitTime } from './Banner';
import { createWaitTimeCall } from './fetchWaitTime';
import { createWaitTimePolling } from './pollWaitTime';

/** The banner above the log that shows a queued visitor the waiting time. */
export const createWaitTime = ({
  slices,
  delivery,
  clock,
  seen,
  report,
  own,
}: Needs<'clock' | 'seen' | 'report' | 'own', 'settings' | 'conversations', 'connect' | 'rules'>) => {
  const { settings, conversations } = slices;
  const { connect, rules } = delivery;
  const config = decodeWaitTimeConfig(settings.raw);
  const flow = createWaitTimePolling({
    fetchWaitTime: createWaitTimeCall({ connect, rules, baseUrl: settings.serviceBaseUrl, clock }),
    conversation: conversations.active,
    visible: seen,
    clock,
    pollingSeconds: config.queuePollingInterval,
    onlyDecreasingQueue: config.onlyDecreasingQueue,
    onFailed(conversationId, error) {
      conversations.patch(conversationId, { routingStatus: undefined });
      report('The waiting time could not be had', error);
    },
  });
  own(flow.dispose);
  return () => createElement(WaitTime, { config, waiting: flow.waiting });
};

export { createWaitTime as create };
