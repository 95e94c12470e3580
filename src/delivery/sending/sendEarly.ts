import type { User } from '../../slices/user';
import type { Delivery } from '../deliveryType';

/** A message that the visitor sent before the messenger loaded, with the key of its outbox entry. */
type Early = { key: string; text: string; received: number };

type Deps = {
  user: Pick<User, 'appUserId' | 'leftAt'>;
  delivery: Pick<Delivery, 'outbox' | 'sender' | 'start' | 'loginOver'>;
};

/**
 * Gives the messages that earlier pages left, before their messenger was there, to the stored visitor. Call it
 * before the page's calls are replayed: after a logout they would belong to the next visitor.
 * @param unsent the messages of this page; they belong to the visitor that the calls log in, if any
 */
export const claimEarly = (unsent: readonly Early[], { user, delivery: { outbox } }: Deps): void => {
  const { value: appUserId } = user.appUserId;
  if (!appUserId) return;
  const early = outbox.of('').filter(({ message }) => unsent.every(({ key }) => key !== message.key));
  // They come last, as they were written last: the others may have times of the service, which may be ahead of a slow
  // visitor's clock.
  let received = Math.max(0, ...outbox.of(appUserId).map(({ message }) => message.received ?? 0));
  for (const { conversationId, message } of early) {
    received += 0.001;
    const isEarly = outbox.isEarly(message.key);
    outbox.put({ conversationId, appUserId, message: isEarly ? { ...message, received } : message });
  }
};

/**
 * Starts delivery for a known visitor, and sends the messages written before the messenger loaded: first on earlier
 * pages, then on this one. While a login is under way, the messages wait for it. What was written before the visitor
 * left in another tab is theirs, and that tab has handled it.
 * @param unsent the messages of this page; empty afterwards
 */
export const sendEarly = (unsent: Early[], { user, delivery }: Deps): void => {
  const { outbox, sender, start, loginOver } = delivery;
  const { value: appUserId } = user.appUserId;
  const early = [...unsent].filter(({ received }) => !(received <= user.leftAt()));
  unsent.length = 0;
  // Put this page's messages aside, so that earlier ones go first and each is sent once.
  for (const { key } of early) outbox.remove(key);
  if (early[0] || outbox.of(appUserId ?? '')[0]) {
    sender.restore();
    void loginOver().then(start);
  } else if (appUserId) start();
  for (const { text, key } of early) sender.send({ text }, key);
};
