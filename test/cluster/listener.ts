import type { LiveEvent } from '../support/deskClient';
import { type LiveSocket, openLiveSocketAt } from '../support/liveSocket';

/** What a side has seen of its conversations. */
export type Listener = {
  /** The texts of the messages. */
  seen: ReadonlySet<string>;
  stop(): void;
};

type Frame = {
  channel: string;
  clientId?: string;
  successful?: boolean;
  data?: { events: LiveEvent[] };
  advice?: { reconnect?: string };
};

const AGAIN_MS = 250;

/** What to listen to. */
export type Source = {
  /** The address of the live endpoint. */
  address: string;
  channel: string;
  /** What the subscription carries, or what makes it for each. */
  ext: unknown;
  /** Reads the messages that are there. */
  readAll(): Promise<{ text: string }[]>;
};

/**
 * Listens as the messenger and the inbox do: it connects again after a loss, reads what it missed over HTTP after each
 * subscription, and knows messages by their ids.
 * @returns once it is subscribed
 */
export const listenOn = ({ address, channel, ext, readAll }: Source): Promise<Listener> =>
  new Promise((resolve) => {
    const seen = new Set<string>();
    let isStopped = false;
    let socket: LiveSocket | undefined;
    const stop = (): void => {
      isStopped = true;
      socket?.close();
    };
    const catchUp = async (): Promise<void> => {
      try {
        for (const { text } of await readAll()) seen.add(text);
        resolve({ seen, stop });
      } catch {
        if (!isStopped) setTimeout(() => void catchUp(), AGAIN_MS);
      }
    };
    const open = (): void => {
      if (isStopped) return;
      const opened = openLiveSocketAt(address);
      socket = opened;
      const say = (message: object) => opened.send(JSON.stringify([message]));
      const shakeHands = () =>
        say({ channel: '/meta/handshake', version: '1.0', supportedConnectionTypes: ['websocket'] });
      const connect = (clientId = '') =>
        say({ channel: '/meta/connect', clientId, connectionType: 'websocket' });
      const subscribe = async (clientId = '') => {
        try {
          const carried = typeof ext === 'function' ? await ext() : ext;
          say({ channel: '/meta/subscribe', clientId, subscription: channel, ext: carried });
        } catch {
          opened.close();
        }
      };
      const take = (frame: Frame): void => {
        if (frame.channel === channel) {
          for (const { type, message } of frame.data?.events ?? [])
            if (type === 'message') seen.add(message.text ?? '');
        } else if (frame.successful === false) {
          if (frame.advice?.reconnect === 'handshake') shakeHands();
          else opened.close();
        } else if (frame.channel === '/meta/handshake') {
          void subscribe(frame.clientId);
        } else if (frame.channel === '/meta/subscribe') {
          connect(frame.clientId);
          void catchUp();
        } else if (frame.channel === '/meta/connect') connect(frame.clientId);
      };
      opened.on('open', shakeHands);
      opened.on('message', ({ data = '[]' }) => {
        for (const frame of [JSON.parse(data)].flat() as Frame[]) take(frame);
      });
      opened.on('close', () => setTimeout(open, AGAIN_MS));
    };
    open();
  });
