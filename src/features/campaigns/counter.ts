import type { Handover } from '../../loader/handover';
import { accountUrl } from '../../model/baseUrls';
import { placeOf } from '../../platform/pagePlace';
import { postQuietly } from '../../platform/postQuietly';
import type { ConsentLevel } from '../../platform/storage';

type Host = Window & typeof globalThis & { navigator: { globalPrivacyControl?: unknown } };

/**
 * Counts what visitors did with a campaign, at the account's host. Sends the campaign's id and the page's
 * address, and nothing about the visitor. Sends nothing without consent.
 */
export const createCounter = (handover: Pick<Handover, 'host' | 'address'>, level: () => ConsentLevel) => {
  const host = handover.host as Host;
  const account = accountUrl(handover.address);
  return (what: 'Seen' | 'Dismissed', campaign: string): void => {
    if (level() === 'none' || host.navigator.globalPrivacyControl) return;
    const event = { kind: `campaign${what}`, campaign, url: placeOf(host.location.href) };
    void postQuietly(host, `${account}/frontendevents/dl?client=porch`, { events: [event] });
  };
};
