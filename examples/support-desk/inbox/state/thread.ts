import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentMessage } from '../../shared/agentApi';
import type { AgentApi, ApiFailure } from '../api';
import { type Entry, mergeEntries, newestReceived, unsentEntry, updateUnsent } from '../model/entries';

export type ThreadStatus = 'idle' | 'loading' | 'ready' | 'failed';

/** One conversation's messages. */
export type Thread = {
  id: string;
  entries: ReadonlySignal<Entry[]>;
  status: ReadonlySignal<ThreadStatus>;
  hasPrevious: ReadonlySignal<boolean>;
  earlier: ReadonlySignal<'idle' | 'loading' | 'failed'>;
  /** Fetches what is new, paging back to what is known; what is held stays on show meanwhile. */
  refresh(): Promise<void>;
  loadEarlier(): Promise<void>;
  /** Takes in a message an event brought. */
  receive(message: AgentMessage): void;
  /** Shows the reply at once and sends it after those before it. Settles when the desk has answered. */
  send(text: string): Promise<void>;
  /** Sends a failed reply again, under the same `referenceId`, so that it can never be stored twice. */
  retry(key: string): Promise<void>;
  /** Takes a failed reply away and gives its text. */
  discard(key: string): string | undefined;
};

export type ThreadDeps = {
  api: AgentApi;
  agentName: string;
  newId(): string;
  /** Float seconds. */
  now(): number;
  onFailure(failure: ApiFailure): void;
};

/** A gap longer than this many pages is not closed: the thread starts afresh from its newest messages. */
const MOST_PAGES = 20;

export const createThread = (id: string, deps: ThreadDeps): Thread => {
  const { api } = deps;
  const entries = signal<Entry[]>([]);
  const status = signal<ThreadStatus>('idle');
  const hasPrevious = signal(false);
  const earlier = signal<'idle' | 'loading' | 'failed'>('idle');
  /** Up to here, in float seconds, the thread is known to have no gap. */
  let confirmed: number | undefined;
  let sending: Promise<void> = Promise.resolve();
  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;

  const load = async (): Promise<void> => {
    const upTo = confirmed;
    const known = new Set(
      entries
        .peek()
        .filter((e) => e.state === 'sent' && upTo !== undefined && e.message.received <= upTo)
        .map((e) => e.message._id),
    );
    const collected: AgentMessage[] = [];
    let before: number | undefined;
    let more = true;
    let joined = known.size === 0;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answer = await api.messages(id, before);
      if (!answer.ok) {
        deps.onFailure(answer.failure);
        status.value = confirmed === undefined ? 'failed' : 'ready';
        return;
      }
      const { messages } = answer.value;
      collected.unshift(...messages);
      more = answer.value.hasPrevious;
      joined ||= messages.some((m) => known.has(m._id));
      if (joined || !more || messages.length === 0) break;
      before = messages[0]?.received;
    }
    const keep = joined || !more ? entries.peek() : entries.peek().filter((e) => !known.has(e.message._id));
    if (!more || known.size === 0 || !joined) hasPrevious.value = more;
    entries.value = mergeEntries(keep, collected);
    confirmed = newestReceived(entries.peek()) ?? 0;
    status.value = 'ready';
  };

  const attempt = async (key: string): Promise<void> => {
    const entry = entries.peek().find((e) => e.key === key);
    if (!entry || entry.state === 'sent') return;
    const { text, referenceId } = entry.message;
    const answer = await api.send(id, { type: 'text', text, referenceId });
    if (answer.ok) entries.value = mergeEntries(entries.peek(), [{ ...answer.value, referenceId }]);
    else {
      entries.value = updateUnsent(entries.peek(), key, { state: 'failed', failure: answer.failure });
      deps.onFailure(answer.failure);
    }
  };

  /** One at a time, so that replies are stored in the order they were written. */
  const enqueue = (key: string): Promise<void> => {
    sending = sending.then(() => attempt(key));
    return sending;
  };

  return {
    id,
    entries,
    status,
    hasPrevious,
    earlier,
    refresh: () => {
      if (status.peek() !== 'ready') status.value = 'loading';
      // One more after the one under way: that one may have been answered before the gap it should close.
      waiting ??= running.then(() => {
        waiting = undefined;
        running = load();
        return running;
      });
      return waiting;
    },
    loadEarlier: async () => {
      const oldest = entries.peek().find((e) => e.state === 'sent')?.message.received;
      if (earlier.peek() === 'loading' || oldest === undefined) return;
      earlier.value = 'loading';
      const answer = await api.messages(id, oldest);
      if (!answer.ok) {
        earlier.value = 'failed';
        deps.onFailure(answer.failure);
        return;
      }
      entries.value = mergeEntries(entries.peek(), answer.value.messages);
      hasPrevious.value = answer.value.hasPrevious && answer.value.messages.length > 0;
      earlier.value = 'idle';
    },
    receive: (message) => {
      // Before the first page is asked for, one message would look like the whole history.
      if (status.peek() !== 'idle') entries.value = mergeEntries(entries.peek(), [message]);
    },
    send: (text) => {
      const key = deps.newId();
      const received = Math.max(deps.now(), newestReceived(entries.peek()) ?? 0);
      entries.value = [...entries.peek(), unsentEntry(text, key, deps.agentName, received)];
      return enqueue(key);
    },
    retry: (key) => {
      entries.value = updateUnsent(entries.peek(), key, { state: 'sending' });
      return enqueue(key);
    },
    discard: (key) => {
      const entry = entries.peek().find((e) => e.key === key && e.state === 'failed');
      if (entry) entries.value = entries.peek().filter((e) => e !== entry);
      return entry?.message.text;
    },
  };
};
