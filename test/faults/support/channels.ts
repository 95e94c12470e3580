import type { OpenChannel } from '../../../src/delivery/identity/tokenOfTabs';
import type { Time } from './time';

/** The channels of an origin, as a tab has them. @param deliver runs what reaches the tab */
export type Channels = (deliver: (run: () => void) => void) => OpenChannel;

/** Words reach the other tabs with the next timer. */
export const createChannels = (time: Time): Channels => {
  type Channel = ReturnType<OpenChannel>;
  const open = new Set<{ name: string; channel: Channel; deliver: (run: () => void) => void }>();
  return (deliver) => (name) => {
    const channel: Channel = {
      onmessage: null,
      postMessage(word) {
        for (const each of open)
          if (each !== self && each.name === name)
            time.after(1, () =>
              each.deliver(() => open.has(each) && each.channel.onmessage?.({ data: word } as MessageEvent)),
            );
      },
      close: () => void open.delete(self),
    };
    const self = { name, channel, deliver };
    open.add(self);
    return channel;
  };
};
