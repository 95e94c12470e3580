import type { Call } from '../../loader/call';

/**
 * Sends an event to the page's listeners. Their subscriptions are among the calls that wait for the messenger or are in
 * effect, so a page gets a message's event before it has a messenger.
 */
export const tellPage = (calls: readonly Call[], event: string, now: number, campaignId = ''): void => {
  for (const { method, cancelled, 2: listener } of [...calls]) {
    if (method !== `messenger:on.${event}` || cancelled || typeof listener !== 'function') continue;
    try {
      const payload = { campaignId, proactiveMessageId: campaignId };
      listener({ id: `${campaignId}-${now}`, createdAt: now, type: event, payload });
    } catch (cause) {
      console.error(`Porch: A listener of '${event}' failed`, cause);
    }
  }
};
