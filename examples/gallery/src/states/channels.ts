import { createIntegrations, type Integration } from '../../../../src/features/channelLinking/integrations';
import type { ChannelType } from '../../../../src/wire/channels';
import { base, type GalleryState, mara, talk, visitor } from '../fixtures';

const openMenu = (card: Document) => card.querySelector<HTMLElement>('header button[aria-expanded]')?.click();

/** A channel of this type in its initial state, with `change` applied. */
const channel = (type: ChannelType, change: Partial<Integration> = {}): Integration => {
  const integrations = createIntegrations();
  integrations.offer([{ _id: type, type, businessUsername: 'tidewater.canoes' }]);
  return { ...(integrations.find(type) as Integration), ...change };
};

const fetched = {
  hasFetchedLinkRequest: true,
  linkRequest: { url: 'https://wa.me/4930123456?text=5f0c6a0e-4f7b-4f6e-9d0a-2f6f3f1b7c11' },
};
const linked = { linked: true, clientId: 'k', displayName: 'Noor' };

const page = (name: string, of: Integration, isTouch = true): GalleryState => ({
  ...base,
  name,
  channel: { of },
  isTouch,
  act: openMenu,
});

/** The pages of outside channels, and a conversation that continues in one. */
export const CHANNEL_PAGES: readonly GalleryState[] = [
  page('Channel, loading', channel('whatsapp', { isFetchingLinkRequest: true })),
  page('Channel, on a computer', channel('whatsapp', fetched), false),
  page('Channel, on a phone', channel('whatsapp', fetched)),
  page('Channel, waiting', channel('messenger', { ...fetched, linkPending: true })),
  page('Channel, cancelled', channel('whatsapp', { linkCancelled: true })),
  page('Channel, failed', channel('whatsapp', { linkFailed: true })),
  page('Channel, no code', channel('whatsapp', { errorFetchingLinkRequest: true }), false),
  page('Channel, linked', channel('whatsapp', linked)),
  page('Channel, disconnecting', channel('whatsapp', { ...linked, unlinkPending: true })),
  page('Channel, not disconnected', channel('whatsapp', { ...linked, unlinkFailed: true })),
  page('Channel, profile', channel('instagram'), true),
  {
    ...base,
    name: 'From another channel',
    messages: [
      ...talk,
      visitor('Now from the train: is Sunday free, too?', 2, { source: { type: 'whatsapp' } }),
      mara('It is. See you at ten.', 1),
    ],
  },
];
