import Memory from 'faye/src/engines/memory.js';

/** What waits for a client that is between two long polls; past it the client is let go and has to catch up. */
const MAX_WAITING_MESSAGES = 500;

type EngineProxy = { publish(message: { channel: string; data: unknown }): void };

/**
 * Faye's in-memory engine with a bound on what waits for each client. A client that is let go handshakes again, is
 * subscribed anew and reads what it missed over HTTP: nothing is lost, and memory stays bounded.
 */
class BoundedEngine extends Memory {
  override publish(message: { channel: string; data: unknown }, channels: string[]): void {
    super.publish(message, channels);
    for (const clientId of this._channels.get(message.channel) ?? []) {
      const waiting = this._messages.get(clientId)?.length ?? 0;
      if (waiting > MAX_WAITING_MESSAGES) this.destroyClient(clientId);
    }
  }
}

/** An engine type for one Faye server, and the way to publish through it without a client. */
export const createEngine = () => {
  let proxy: EngineProxy | undefined;
  return {
    type: {
      create: (owner: EngineProxy, options: unknown) => {
        proxy = owner;
        return new BoundedEngine(owner, options);
      },
    },
    publish: (channel: string, data: unknown): void => proxy?.publish({ channel, data }),
  };
};
