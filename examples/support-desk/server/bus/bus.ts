import type { Publication } from '../model/publisher';

/** What one process publishes, with a unique id. */
export type BusEvent = { id: string; publication: Publication };

/** What processes receive, each only for its clients' topics. */
export type Topic = string;

/** A message with a version that cannot be reconstructed: its newest version is in the database. */
export type Missed = { conversationId: string; messageId: string };

/**
 * Connects the processes of one desk. Delivers at least once and keeps the order of each process. An event may also
 * reach its own process.
 */
export type Bus = {
  /** Resolves once the bus has the events. Rejects if it may not have them; they may be sent again. */
  send(events: readonly BusEvent[]): Promise<void>;
  /**
   * @param on called for each event
   * @param onGap called if events may have been missed
   * @param onMissed called if a version of one message was missed; without it, the next whole version repairs that
   * @returns a function that stops it
   */
  hear(on: (event: BusEvent) => void, onGap: () => void, onMissed?: (missed: Missed) => void): () => void;
  /**
   * Subscribes to a topic; resolves when it receives. While the bus is lost, it resolves at once: what comes until then
   * is read later. Without a subscription, a process receives everything.
   * @param isFollowed asked from time to time; after a while of `false`, the topic is left
   */
  follow?(topic: Topic, isFollowed: () => boolean): Promise<void>;
  /** Whether the bus can be reached. */
  state(): 'ok' | 'lost';
  close(): Promise<void>;
};
