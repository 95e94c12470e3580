import type { Realm } from '../platform/frames';
import type { LauncherConfig } from '../wire/config';

/** A message that the visitor sent before the messenger loaded. Its key is that of its outbox entry. */
export type EarlyMessage = { key: string; text: string; received: number };

/**
 * Keeps a message until the messenger has loaded. It is stored as an entry of the outbox (delivery/sending/outbox.ts),
 * so the messenger of this page or of the next one sends it, and only once.
 * @param realm the card's window: the page may have replaced its own globals
 * @param stores whether the visitor's consent allows storage
 */
export const keepEarly = (
  realm: Realm,
  { integrationId, conversationHistory }: LauncherConfig,
  text: string,
  stores: boolean,
): EarlyMessage => {
  const message = {
    key: `${realm.Math.random()}`.slice(2),
    text,
    received: Date.now() / 1000,
  };
  try {
    if (stores)
      realm[conversationHistory === 'remember' ? 'localStorage' : 'sessionStorage'].setItem(
        `ZD-${integrationId}.outbox.${message.key}`,
        realm.JSON.stringify({ message }),
      );
  } catch {
    // Storage is blocked or full. This page still sends the message.
  }
  return message;
};
