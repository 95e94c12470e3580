import type { Clock } from '@porch/messenger/platform/clock';
import { effect, type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentMessage } from '../../../shared/answers/messages';
import type { Happening } from '../../model/decodeHappenings';
import { type Entry, isPending, mergeEntries, newestReceived, receivedOfVisitor } from '../../model/entries';
import { createSending, type Sending, type SendingDeps } from '../writing/sending';
import type { UnsentReplies } from '../writing/unsentReplies';

type ThreadStatus = 'idle' | 'loading' | 'ready' | 'failed';

/** One conversation's messages. */
export type Thread = Sending & {
  id: string;
  entries: ReadonlySignal<Entry[]>;
  status: ReadonlySignal<ThreadStatus>;
  hasPrevious: ReadonlySignal<boolean>;
  earlier: ReadonlySignal<'idle' | 'loading' | 'failed'>;
  /** Fetches new messages, page by page back to the known ones; the loaded messages stay visible. */
  refresh(): Promise<void>;
  loadEarlier(): Promise<void>;
  /** Merges a message from a live event. */
  receive(message: AgentMessage): void;
  /**
   * `received` of the visitor's newest message that the agent can have read: not one that has only just arrived.
   * `undefined` before the messages load.
   */
  seen(): number | undefined;
  /** Pressed buttons, campaigns and changes of state, unordered. */
  happenings: ReadonlySignal<readonly Happening[]>;
  /** Merges an event of the live channel. */
  receiveHappening(happening: Happening): void;
  /** Takes over unsent messages of a closed tab. */
  takeOver(unsent: readonly Entry[]): void;
  /** Stops saving unsent messages, and stops uploads. */
  dispose(): void;
};

export type ThreadDeps = Omit<SendingDeps, 'files'> & {
  unsentReplies: Pick<UnsentReplies, 'get' | 'set' | 'files'>;
  clock: Pick<Clock, 'now'>;
};

/** Nobody reads a message faster, and a shortcut runs this long after its letter. */
const READ_MS = 400;

/** A gap of more pages is not closed: the thread starts over with its newest messages. */
const MOST_PAGES = 20;

const union = (a: readonly Happening[], b: readonly Happening[]): Happening[] => [
  ...new Map([...a, ...b].map((happening) => [happening.id, happening])).values(),
];

export const createThread = (id: string, deps: ThreadDeps): Thread => {
  const { api } = deps;
  const entries = signal<Entry[]>(deps.unsentReplies.get(id));
  const status = signal<ThreadStatus>('idle');
  const hasPrevious = signal(false);
  const earlier = signal<'idle' | 'loading' | 'failed'>('idle');
  /** The time (float seconds) up to which the thread has no gap. */
  let confirmed: number | undefined;
  const happenings = signal<readonly Happening[]>([]);
  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  /** When live messages arrived, in ms, by id. */
  const came = new Map<string, number>();
  // Even if the clock has been set back since.
  const isRead = ({ message }: Entry): boolean =>
    Math.abs(deps.clock.now() - (came.get(message._id) ?? Number.NEGATIVE_INFINITY)) >= READ_MS;

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

  const sending = createSending(id, entries, { ...deps, files: deps.unsentReplies.files });
  const stopKeeping = effect(() => deps.unsentReplies.set(id, entries.value));

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
      // A reply may have been sent before the thread was opened. The first page contains it, so drop it here:
      // older messages before it may be missing.
      if (status.peek() === 'idle') entries.value = entries.peek().filter(isPending);
      if (status.peek() !== 'ready') status.value = 'loading';
      // Run once more after the current refresh, whose answer may be older than the gap.
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
      // Ignore messages before the first page is requested: one message would look like the whole history.
      if (status.peek() === 'idle') return;
      const oldest = entries.peek().find((entry) => entry.state === 'sent')?.message.received ?? 0;
      // A changed message of a part that is not loaded.
      if (hasPrevious.peek() && message.received < oldest) return;
      if (!came.has(message._id)) came.set(message._id, deps.clock.now());
      entries.value = mergeEntries(entries.peek(), [message]);
    },
    seen: () => receivedOfVisitor(entries.peek().filter(isRead)),
    takeOver: (unsent) => {
      const known = new Set(entries.peek().map(({ key }) => key));
      entries.value = [...entries.peek(), ...unsent.filter(({ key }) => !known.has(key))];
    },
    ...sending,
    dispose: () => {
      stopKeeping();
      sending.stopUploads();
    },
  };
};
