import type { Publication } from '../model/publisher';

/** What one process publishes, with an id that no other publication has. */
export type BusEvent = { id: string; publication: Publication };

/** What processes hear of, each only of those that its clients follow. */
export type Topic = string;

/** A message of which a version has come that cannot be put together: its newest one is in the database. */
export type Missed = { conversationId: string; messageId: string };

/**
 * Connects the processes of one desk. It delivers at least once and keeps the order of each process; an event may reach its
 * own process, too.
 */
export type Bus = {
  /** Resolves once the bus has the events. Rejects when it may not have them; they may be sent again. */
  send(events: readonly BusEvent[]): Promise<void>;
  /**
   * @param on called for each event
   * @param onGap called when events may have been missed
   * @param onMissed called when a version of one message was; without it, the next whole one tells it
   * @returns a function that stops it
   */
  hear(on: (event: BusEvent) => void, onGap: () => void, onMissed?: (missed: Missed) => void): () => void;
  /**
   * Hears of a topic from when it resolves. While the bus is lost, it resolves at once: what comes until then is read later.
   * Without this, a process hears everything.
   * @param isFollowed asked now and then; once it has said no for a while, the topic is left
   */
  follow?(topic: Topic, isFollowed: () => boolean): Promise<void>;
  /** Whether the bus can be reached. */
  state(): 'ok' | 'lost';
  close(): Promise<void>;
};
