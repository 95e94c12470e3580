import type { Clock } from '../../platform/clock';
import type { Page } from '../../platform/page';
import { createTimer } from '../../platform/timer';
import type { LinkRequest } from '../../services/channelCalls';
import type { RequestError } from '../../services/requestError';
import type { ChannelClient, ChannelType, WireIntegration } from '../../wire/channels';
import { ident, obj, str } from '../../wire/decode';
import type { LinkEvent } from '../../wire/realtime';
import { shownLabel } from '../../wire/shown';
import type { Integrations } from './integrations';

/** The calls of the flow; each rejects with a `RequestError`. */
export type LinkCalls = {
  channels(): Promise<readonly WireIntegration[]>;
  clients(appUserId: string): Promise<readonly ChannelClient[]>;
  linkRequest(appUserId: string, integrationId: string): Promise<LinkRequest>;
  unlink(appUserId: string, clientId: string): Promise<void>;
};

/** An open page asks for its address again after this time: the service forgets one after a quarter of an hour. */
const RENEW_MS = 600_000;

/** Links channels and unlinks them: calls the service, and takes its events. */
export const createLinkFlow = (deps: {
  integrations: Integrations;
  calls: LinkCalls;
  appUserId: () => string | undefined;
  clock: Clock;
  page: Pick<Page, 'visible' | 'onVisible'>;
  report: (message: string, cause: unknown) => void;
}) => {
  const { integrations, calls } = deps;
  /** The visitor has changed, so the answer is dropped. */
  const isOver = (cause: unknown) => (cause as RequestError).isActionCancelled === true;
  const told = (cause: unknown) => deps.report((cause as Error).message, cause);

  const fetchAddress = async (type: ChannelType, _id: string) => {
    try {
      const { url } = await calls.linkRequest(deps.appUserId() ?? '', _id);
      integrations.fetched(type, url);
    } catch (cause) {
      if (isOver(cause)) return;
      integrations.fetchFailed(type);
      told(cause);
    }
  };

  return {
    /** Fetches the account's channels. Rejects with a `RequestError`. */
    async load() {
      integrations.offer(await calls.channels());
    },
    /** Fetches which channels are linked. */
    async refresh() {
      const id = deps.appUserId();
      if (!id) return;
      try {
        integrations.listed(await calls.clients(id));
      } catch (cause) {
        if (!isOver(cause)) told(cause);
      }
    },
    /** Fetches the address that starts a link, unless the channel has one of its own. */
    async request(type: ChannelType) {
      const { _id = '', ignoreLinkRequest, isFetchingLinkRequest, linked } = integrations.find(type) ?? {};
      if (!_id || ignoreLinkRequest || isFetchingLinkRequest || linked) return;
      integrations.fetchStarted(type);
      await fetchAddress(type, _id);
    },
    /**
     * Renews the address of a channel's open page, while the visitor can see it. The old one stays until then.
     * @returns stops it
     */
    keep(type: ChannelType) {
      let due = false;
      const renewal = createTimer(deps.clock);
      const wait = () => {
        due = false;
        renewal.set(RENEW_MS, () => {
          due = true;
          renew();
        });
      };
      const renew = () => {
        if (!due || !deps.page.visible()) return;
        wait();
        const { _id, hasFetchedLinkRequest, errorFetchingLinkRequest, linked } =
          integrations.find(type) ?? {};
        if (_id && hasFetchedLinkRequest && !errorFetchingLinkRequest && !linked)
          void fetchAddress(type, _id);
      };
      wait();
      const unwatch = deps.page.onVisible(renew);
      return () => {
        renewal.stop();
        unwatch();
      };
    },
    async unlink(type: ChannelType) {
      const { clientId, unlinkPending } = integrations.find(type) ?? {};
      if (!clientId || unlinkPending) return;
      integrations.unlinkStarted(type);
      try {
        await calls.unlink(deps.appUserId() ?? '', clientId);
        integrations.unlinked(type);
      } catch (cause) {
        if (isOver(cause)) return;
        integrations.unlinkFailed(type);
        told(cause);
      }
    },
    /** Takes an event of the service. One about another channel, or of an unknown name, changes nothing. */
    take({ name, raw }: Pick<LinkEvent, 'name' | 'raw'>) {
      const client = obj(raw.client);
      const of = str(client.integrationId) ?? str(raw.integrationId);
      const platform = str(client.platform);
      const found = integrations.all.value.find(({ _id }) => _id === of);
      if (!found || (platform && platform !== found.type)) return;
      const { type, linked, clientId, unlinkPending } = found;
      const id = ident(client.id);
      if (name === 'link' && id) {
        integrations.linked(type, { id, displayName: shownLabel(client.displayName) });
      } else if (name === 'link:cancelled') {
        // The end of a link carries its client. This tab learns of its own unlinking from the answer.
        if (linked ? id === clientId && !unlinkPending : client.status !== 'inactive')
          integrations.linkCancelled(type);
      } else if (linked) return;
      else if (name === 'link:matched') integrations.linkStarted(type);
      else if (name === 'link:failed') integrations.linkFailed(type);
    },
  };
};

export type LinkFlow = ReturnType<typeof createLinkFlow>;
