import type { Client, Subscription } from 'faye/src/faye_browser.js';
import { conversationChannel } from '../../shared/channels';

/** Keeps a client subscribed to the channel of the wanted conversation. */
type Following = {
  follow(conversationId: string | undefined): void;
  /** Starts once the client has its first subscription, so that it can make others at once. */
  begin(): void;
  /** Takes the desk's confirmation of a subscription. @returns whether it is for the wanted conversation */
  confirm(channel: string): boolean;
};

export const createFollowing = (
  client: Pick<Client, 'subscribe'>,
  hear: (data: unknown) => void,
): Following => {
  const made = new Map<string, { subscription: Subscription; confirmed: boolean }>();
  let wanted: string | undefined;
  let begun = false;

  const update = (): void => {
    if (!begun) return;
    const channel = wanted === undefined ? undefined : conversationChannel(wanted);
    if (channel !== undefined && !made.has(channel))
      made.set(channel, { subscription: client.subscribe(channel, hear), confirmed: false });
    for (const [other, { subscription, confirmed }] of made) {
      // Faye would still make a subscription that is canceled while it is in progress.
      if (other === channel || !confirmed) continue;
      made.delete(other);
      subscription.cancel();
    }
  };

  return {
    follow: (conversationId) => {
      wanted = conversationId;
      update();
    },
    begin: () => {
      begun = true;
      update();
    },
    confirm: (channel) => {
      const known = made.get(channel);
      if (!known) return false;
      known.confirmed = true;
      update();
      return made.has(channel);
    },
  };
};
