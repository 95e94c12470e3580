import { effect, type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentMessage } from '../../shared/agentApi';
import type { Happening } from '../model/decode';
import { type Entry, mergeEntries, newestReceived } from '../model/entries';
import type { Outbox } from './outbox';
import { createSending, type Sending, type SendingDeps } from './sending';

export type ThreadStatus = 'idle' | 'loading' | 'ready' | 'failed';

/** One conversation's messages. */
export type Thread = Sending & {
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
  /** Buttons pressed, campaigns that led here and changes of where it stands, in no order. */
  happenings: ReadonlySignal<readonly Happening[]>;
  /** Takes in what an event brought. */
  receiveHappening(happening: Happening): void;
  /** What is not sent is kept until here. */
  dispose(): void;
};

export type ThreadDeps = SendingDeps & { outbox: Pick<Outbox, 'get' | 'set'> };

/** A gap longer than this many pages is not closed: the thread starts afresh from its newest messages. */
const MOST_PAGES = 20;

const union = (a: readonly Happening[], b: readonly Happening[]): Happening[] => [
  ...new Map([...a, ...b].map((happening) => [happening.id, happening])).values(),
];

export const createThread = (id: string, deps: ThreadDeps): Thread => {
  const { api } = deps;
  const entries = signal<Entry[]>(deps.outbox.get(id));
  const status = signal<ThreadStatus>('idle');
  const hasPrevious = signal(false);
  const earlier = signal<'idle' | 'loading' | 'failed'>('idle');
  /** Up to here, in float seconds, the thread is known to have no gap. */
  let confirmed: number | undefined;
  const happenings = signal<readonly Happening[]>([]);
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

  const stopKeeping = effect(() => deps.outbox.set(id, entries.value));

  const loadHappenings = async (): Promise<void> => {
    const answer = await api.happenings(id);
    if (answer.ok) happenings.value = union(answer.value, happenings.peek());
  };

  return {
    id,
    entries,
    status,
    hasPrevious,
    earlier,
    happenings,
    receiveHappening: (happening) => {
      happenings.value = union(happenings.peek(), [happening]);
    },
    refresh: () => {
      // A reply that went out before anybody looked is on the first page; what lies between is not known.
      if (status.peek() === 'idle') entries.value = entries.peek().filter((e) => e.state !== 'sent');
      if (status.peek() !== 'ready') status.value = 'loading';
      // One more after the one under way: that one may have been answered before the gap it should close.
      waiting ??= running.then(() => {
        waiting = undefined;
        running = load();
        void loadHappenings();
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
    ...createSending(id, entries, deps),
    dispose: stopKeeping,
  };
};
