import { createElement } from 'react';
import type { PartDeps } from '../../conversation/featureDeps';
import { decodeWaitTimeConfig } from '../../wire/extras';
import { WaitTime } from './Banner';
import { createWaitTimeCall } from './fetchWaitTime';
import { createWaitTime } from './pollWaitTime';

/** The banner above the log that shows a queued visitor the waiting time. */
export const createPart = ({ slices, delivery, clock, seen, report, own }: PartDeps) => {
  const { settings, conversations } = slices;
  const { connect, rules } = delivery;
  const config = decodeWaitTimeConfig(settings.raw);
  const flow = createWaitTime({
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
