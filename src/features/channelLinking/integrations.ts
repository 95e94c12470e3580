import { type ReadonlySignal, signal } from '@preact/signals-react';
import { httpUrl } from '../../messageKinds/shared/urls';
import type { ChannelClient, ChannelType, WireIntegration } from '../../wire/channels';

/** A channel in which the conversation can continue, and what the visitor has done with it. */
export type Integration = WireIntegration & {
  /** Whether the visitor's account there is linked; it then has an id. */
  linked: boolean;
  clientId?: string;
  /** The visitor's name in the channel. */
  displayName?: string;
  /** The address that starts the link. */
  linkRequest?: { url: string };
  hasFetchedLinkRequest: boolean;
  isFetchingLinkRequest: boolean;
  errorFetchingLinkRequest: boolean;
  /** Whether it has its own address, which starts no link and needs no request. */
  ignoreLinkRequest: boolean;
  linkPending: boolean;
  linkCancelled: boolean;
  linkFailed: boolean;
  unlinkPending: boolean;
  unlinkFailed: boolean;
};

/** The outcome of the last try is shown until the visitor leaves the channel's page or tries again. */
const TOLD = {
  errorFetchingLinkRequest: false,
  linkPending: false,
  linkCancelled: false,
  linkFailed: false,
  unlinkFailed: false,
};

const REQUESTED = {
  linkRequest: undefined,
  hasFetchedLinkRequest: false,
  isFetchingLinkRequest: false,
};

const UNLINKED = {
  ...TOLD,
  ...REQUESTED,
  linked: false,
  clientId: undefined,
  displayName: undefined,
  unlinkPending: false,
};

/** The address of a business on Instagram, which starts no link. */
const profileOf = ({ type, businessUsername }: WireIntegration) =>
  type === 'instagram' && businessUsername
    ? { url: `https://www.instagram.com/${businessUsername}/` }
    : undefined;

const fresh = (wire: WireIntegration): Integration => ({
  ...wire,
  ...UNLINKED,
  linkRequest: profileOf(wire),
  ignoreLinkRequest: wire.type === 'instagram',
});

/** The state of the channels, one for each type. Each action is one transition of one channel. */
export const createIntegrations = () => {
  const all = signal<readonly Integration[]>([]);
  const patch = (type: ChannelType, change: Partial<Integration>) => {
    all.value = all.value.map((it) => (it.type === type ? { ...it, ...change } : it));
  };
  const unlinked = (type: ChannelType, told: Partial<Integration> = {}) => {
    all.value = all.value.map((it) =>
      it.type === type ? { ...it, ...UNLINKED, linkRequest: profileOf(it), ...told } : it,
    );
  };
  const linked = (type: ChannelType, { id, displayName }: Pick<ChannelClient, 'id' | 'displayName'>) =>
    patch(type, {
      linked: true,
      clientId: id,
      displayName,
      linkPending: false,
      linkCancelled: false,
      linkFailed: false,
    });
  return {
    all: all as ReadonlySignal<readonly Integration[]>,
    find: (type: ChannelType) => all.value.find((it) => it.type === type),
    /**
     * Takes the account's channels, the first of each type that leads somewhere: Instagram needs the name of the business.
     * Keeps the known state of a channel.
     */
    offer(wires: readonly WireIntegration[]) {
      const next = new Map<ChannelType, Integration>();
      for (const wire of wires) {
        if (next.has(wire.type) || (wire.type === 'instagram' && !wire.businessUsername)) continue;
        next.set(
          wire.type,
          all.value.find(({ _id, type }) => _id === wire._id && type === wire.type) ?? fresh(wire),
        );
      }
      all.value = [...next.values()];
    },
    fetchStarted: (type: ChannelType) => patch(type, { ...TOLD, ...REQUESTED, isFetchingLinkRequest: true }),
    /** An address that cannot be opened counts as missing. */
    fetched(type: ChannelType, url: string) {
      const safe = httpUrl(url);
      patch(type, {
        isFetchingLinkRequest: false,
        ...(safe
          ? { hasFetchedLinkRequest: true, linkRequest: { url: safe } }
          : { errorFetchingLinkRequest: true }),
      });
    },
    fetchFailed: (type: ChannelType) =>
      patch(type, { isFetchingLinkRequest: false, errorFetchingLinkRequest: true }),
    linkStarted: (type: ChannelType) =>
      patch(type, { linkPending: true, linkCancelled: false, linkFailed: false }),
    linked,
    /** The code was used up; another try needs another one. */
    linkCancelled: (type: ChannelType) => unlinked(type, { linkCancelled: true }),
    linkFailed: (type: ChannelType) => unlinked(type, { linkFailed: true }),
    unlinkStarted: (type: ChannelType) => patch(type, { unlinkPending: true, unlinkFailed: false }),
    unlinked,
    unlinkFailed: (type: ChannelType) => patch(type, { unlinkPending: false, unlinkFailed: true }),
    /** The visitor has left the channel's page. */
    left: (type: ChannelType) => patch(type, TOLD),
    /** Takes the accounts that the service lists for the visitor; a link that it does not list is over. */
    listed(clients: readonly ChannelClient[]) {
      for (const { _id, type, linked: was, unlinkPending } of all.value) {
        const mine = clients.filter((client) => client.integrationId === _id);
        const active = mine.find((client) => !client.pending);
        if (active) linked(type, active);
        else if (was && !unlinkPending) unlinked(type);
        if (!active && mine.length > 0) patch(type, { linkPending: true });
      }
    },
    /** There is another visitor. */
    reset() {
      all.value = all.value.map(fresh);
    },
  };
};

export type Integrations = ReturnType<typeof createIntegrations>;
