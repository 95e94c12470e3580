import { computed, effect } from '@preact/signals-react';
import { createElement } from 'react';
import type { Needs } from '../../conversation/featureDeps';
import type { MenuEntry } from '../../conversation/featureRow';
import { FEATURE_AGAIN_MS } from '../../model/retries/core';
import { createTimer } from '../../platform/timer';
import {
  fetchChannelClients,
  fetchChannels,
  fetchLinkRequest,
  unlinkChannel,
} from '../../services/channelCalls';
import { CHANNELS, type ChannelType } from '../../wire/channels';
import { ChannelPanel } from './ChannelPanel';
import { createIntegrations } from './integrations';
import { createLinkFlow } from './linkFlow';

type Deps = Needs<
  'clock' | 'page' | 'onDispose' | 'report',
  'settings' | 'user' | 'connection' | 'channelEvents' | 'experience',
  'http' | 'connect' | 'rules'
>;

/** Follows the visitor: a new one has no links, and a start or a new connection shows which there are. */
const follow = (
  { slices: { user, connection }, onDispose }: Deps,
  integrations: ReturnType<typeof createIntegrations>,
  refresh: () => unknown,
) => {
  let last = user.appUserId.peek();
  onDispose(
    effect(() => {
      const id = user.appUserId.value;
      const started = user.initializedStatus.value === 'successful';
      const connected = connection.status.value === 'connected';
      if (id !== last) integrations.reset();
      last = id;
      if (started || connected) void refresh();
    }),
  );
};

/** Linking the conversation to outside channels: an entry of the header's menu for each, which opens its page. */
export const createChannelEntries = (deps: Deps): MenuEntry[] => {
  const { slices, delivery, clock, onDispose, report } = deps;
  const { settings, user, channelEvents, experience } = slices;
  const { http } = delivery;
  const ofAccount = delivery.connect(undefined, delivery.rules, `${settings.suncoUrl}/v2`);
  const integrations = createIntegrations();
  const flow = createLinkFlow({
    integrations,
    clock,
    page: deps.page,
    appUserId: () => user.appUserId.value,
    report,
    calls: {
      async channels() {
        const { channels, restRetryPolicy } = await fetchChannels(ofAccount, settings.integrationId);
        // The full settings may have loaded already, with the same policy.
        if (experience.integrationsFetchStatus.value !== 'successful') experience.learn({ restRetryPolicy });
        return channels;
      },
      clients: (id) => fetchChannelClients(http, id),
      linkRequest: (id, integrationId) => fetchLinkRequest(http, id, integrationId),
      unlink: (id, clientId) => unlinkChannel(http, id, clientId),
    },
  });
  const again = createTimer(clock, onDispose);
  const load = async (): Promise<void> => {
    try {
      await flow.load();
      follow(deps, integrations, flow.refresh);
    } catch (cause) {
      report('The channels could not be loaded', cause);
      again.set(FEATURE_AGAIN_MS, () => void load());
    }
  };
  void load();
  onDispose(channelEvents.on(flow.take));

  return (Object.keys(CHANNELS) as ChannelType[]).map((type) => ({
    label: 'channel.continue',
    params: { channel: CHANNELS[type] },
    available: computed(() => integrations.find(type) !== undefined),
    panel: (props) => createElement(ChannelPanel, { ...props, type, integrations, flow }),
  }));
};
