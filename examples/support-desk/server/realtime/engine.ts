import Memory from 'faye/src/engines/memory.js';
import type { Clock } from '../clock';
import { createFayeTimeouts, type FayeTimeouts } from './fayeTimers';

/** What waits for a client that is between two long polls; past it the client is let go and has to catch up. */
const MAX_WAITING_MESSAGES = 500;

type Connection = Partial<FayeTimeouts>;

/** Faye's side of an engine: it owns the connections. */
type EngineProxy = {
  publish(message: { channel: string; data: unknown }): void;
  connection?(clientId: string, create: boolean): Connection | undefined;
  bind?(event: 'disconnect', listener: (clientId: string) => void): void;
};

export type EngineOptions = {
  clock: Pick<Clock, 'after'>;
  /** Names the clients; Faye's own random ids without it. */
  newClientId?: () => string;
  /** A client left or was let go of. */
  onGone?: (clientId: string) => void;
};

/** The ids Faye has given out, as its `util/namespace.js` keeps them. */
const createNamespace = (generate: () => string) => {
  const used = new Set<string>();
  return {
    exists: (id: string) => used.has(id),
    generate: () => {
      const id = generate();
      used.add(id);
      return id;
    },
    release: (id: string) => used.delete(id),
  };
};

/**
 * Faye's in-memory engine with a bound on what waits for each client. A client that is let go handshakes again, is
 * subscribed anew and reads what it missed over HTTP: nothing is lost, and memory stays bounded.
 */
class BoundedEngine extends Memory {
  knows(clientId: string): boolean {
    return this._namespace.exists(clientId);
  }

  override publish(message: { channel: string; data: unknown }, channels: string[]): void {
    super.publish(message, channels);
    for (const clientId of this._channels.get(message.channel) ?? []) {
      const waiting = this._messages.get(clientId)?.length ?? 0;
      if (waiting > MAX_WAITING_MESSAGES) this.destroyClient(clientId);
    }
  }
}

/** Every connection gets our timers the first time Faye takes it up; Faye sets none before. */
const adoptConnections = (owner: EngineProxy, clock: Pick<Clock, 'after'>): void => {
  const connection = owner.connection?.bind(owner);
  if (!connection) return;
  owner.connection = (clientId, create) => {
    const found = connection(clientId, create);
    if (found && !Object.hasOwn(found, 'addTimeout')) Object.assign(found, createFayeTimeouts(clock));
    return found;
  };
};

/** An engine type for one Faye server, and the ways to reach it without a client. */
export const createEngine = ({ clock, newClientId, onGone }: EngineOptions) => {
  let proxy: EngineProxy | undefined;
  let engine: BoundedEngine | undefined;
  return {
    type: {
      create: (owner: EngineProxy, options: unknown) => {
        proxy = owner;
        engine = new BoundedEngine(owner, options);
        Object.assign(engine, createFayeTimeouts(clock));
        if (newClientId) Object.assign(engine, { _namespace: createNamespace(newClientId) });
        adoptConnections(owner, clock);
        if (onGone) owner.bind?.('disconnect', onGone);
        return engine;
      },
    },
    publish: (channel: string, data: unknown): void => proxy?.publish({ channel, data }),
    knows: (clientId: string): boolean => engine?.knows(clientId) ?? false,
    /** Forgets a client: its next call is answered '401 unknown client' with the advice to handshake again. */
    forget: (clientId: string): void => engine?.destroyClient(clientId),
  };
};
