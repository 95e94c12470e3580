/** The channels of the protocol itself, and what is subscribed to: each channel by its name, and once. */
export const HANDSHAKE = '/meta/handshake';
export const CONNECT = '/meta/connect';
export const SUBSCRIBE = '/meta/subscribe';
export const UNSUBSCRIBE = '/meta/unsubscribe';
export const DISCONNECT = '/meta/disconnect';

class Subscriptions {
  _subscriptions = new Map();

  getKeys() {
    return [...this._subscriptions.keys()];
  }

  hasSubscription(name) {
    return this._subscriptions.has(name);
  }

  subscribe([name], subscription) {
    this._subscriptions.set(name, subscription);
  }

  // A subscription made again after a handshake stands in for none: when it is refused, the first one stays.
  unsubscribe(name, subscription) {
    return this._subscriptions.get(name) === subscription && this._subscriptions.delete(name);
  }

  distributeMessage(message) {
    this._subscriptions.get(message.channel)?.apply(null, [message]);
  }
}

export { Subscriptions as Set };
