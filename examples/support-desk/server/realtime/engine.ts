import Memory from 'faye/src/engines/memory.js';
import type { Clock } from '../process/clock';
import { replaceTimers } from './fayeTimers';

/** Limit of queued messages per client. A client over it is dropped and must catch up. */
const MAX_WAITING_MESSAGES = 500;

/** The part of Faye's server that an engine uses. The server owns the connections. */
type EngineProxy = {
  publish(message: EventMessage): void;
  connection?(clientId: string, create: boolean): object | undefined;
  bind?(event: 'disconnect', listener: (clientId: string) => void): void;
};

type EngineOptions = {
  clock: Pick<Clock, 'after'>;
  /** Creates client ids; without it Faye's own random ids are used. */
  newClientId?: () => string;
  /** Called when a client left or was dropped. */
  onGone?: (clientId: string) => void;
  /** Sends a message over the client's socket. @returns false if it has none */
  send?: (clientId: string, message: EventMessage) => boolean;
};

/** A published event. Clients share its data, so it must not be changed. */
export type EventMessage = { channel: string; data: unknown };

/** The client ids in use, with the interface of Faye's `util/namespace.js`. */
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
 * Faye's in-memory engine with a limit on each client's queue. A dropped client handshakes and subscribes
 * again and reads what it missed over HTTP, so no message is lost and memory stays bounded.
 */
class BoundedEngine extends Memory {
  /** @see EngineOptions.send */
  send: NonNullable<EngineOptions['send']> = () => false;

  knows(clientId: string): boolean {
    return this._namespace.exists(clientId);
  }

  hears(channel: string): boolean {
    return this._channels.has(channel);
  }

  channelsOf(clientId: string): string[] {
    return [...(this._clients.get(clientId) ?? [])];
  }

  /** Copies an event once, instead of for each client like Faye. Nobody is subscribed to a pattern of channels. */
  override publish({ channel, data }: EventMessage): void {
    const clients = [...(this._channels.get(channel) ?? [])];
    if (clients.length === 0) return;
    const message = { channel, data: structuredClone(data) };
    for (const clientId of clients) this.passOn(clientId, message);
  }

  private passOn(clientId: string, message: EventMessage): void {
    const waiting = this._messages.get(clientId) ?? [];
    if (waiting.length === 0 && this.send(clientId, message)) return;
    // Faye and its extensions change the fields of a message.
    this._messages.set(clientId, [...waiting, { ...message }]);
    this.emptyQueue(clientId);
    if ((this._messages.get(clientId)?.length ?? 0) > MAX_WAITING_MESSAGES) this.destroyClient(clientId);
  }
}

/** Replaces each connection's timers when Faye first looks it up, before Faye sets any timer. */
const adoptConnections = (owner: EngineProxy, clock: Pick<Clock, 'after'>): void => {
  const connection = owner.connection?.bind(owner);
  if (!connection) return;
  owner.connection = (clientId, create) => {
    const found = connection(clientId, create);
    if (found && !Object.hasOwn(found, 'addTimeout')) replaceTimers(found, clock);
    return found;
  };
};

/** Creates an engine type for one Faye server, with functions to publish and to forget clients. */
export const createEngine = ({ clock, newClientId, onGone, send }: EngineOptions) => {
  let proxy: EngineProxy | undefined;
  let engine: BoundedEngine | undefined;
  return {
    type: {
      create: (owner: EngineProxy, options: unknown) => {
        proxy = owner;
        engine = new BoundedEngine(owner, options);
        replaceTimers(engine, clock);
        if (send) engine.send = send;
        if (newClientId) Object.assign(engine, { _namespace: createNamespace(newClientId) });
        adoptConnections(owner, clock);
        if (onGone) owner.bind?.('disconnect', onGone);
        return engine;
      },
    },
    publish: (channel: string, data: unknown): void => proxy?.publish({ channel, data }),
    hears: (channel: string): boolean => engine?.hears(channel) ?? false,
    /** The channels that a client is subscribed to. */
    channelsOf: (clientId: string): string[] => engine?.channelsOf(clientId) ?? [],
    knows: (clientId: string): boolean => engine?.knows(clientId) ?? false,
    /** Forgets a client: its next call gets '401 unknown client' and the advice to handshake again. */
    forget: (clientId: string): void => engine?.destroyClient(clientId),
  };
};
