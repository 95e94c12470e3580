import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentMessage, AgentSendBody } from '../../shared/agentApi';
import type { AgentApi, ApiFailure, ApiResult } from '../api';
import type { Happening } from '../model/decode';
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
  /** Buttons pressed, campaigns that led here and changes of where it stands, in no order. */
  happenings: ReadonlySignal<readonly Happening[]>;
  /** Takes in what an event brought. */
  receiveHappening(happening: Happening): void;
  /** Shows the reply at once and sends it after those before it. Settles when the desk has answered. */
  send(message: AgentSendBody & { type: string }): Promise<void>;
  /** The same for a file, with what is said of it. */
  sendFile(file: File, said?: AgentSendBody): Promise<void>;
  /** Sends after those before it and shows nothing until it is stored; the failure is the caller's to tell. */
  submit(body: AgentSendBody, file?: File): Promise<ApiResult<AgentMessage>>;
  /** Sends a failed reply again, under the same `referenceId`, so that it can never be stored twice. */
  retry(key: string): Promise<void>;
  /** Takes a failed reply away, or calls off a file that is under way; gives its text. */
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

const union = (a: readonly Happening[], b: readonly Happening[]): Happening[] => [
  ...new Map([...a, ...b].map((happening) => [happening.id, happening])).values(),
];

export const createThread = (id: string, deps: ThreadDeps): Thread => {
  const { api } = deps;
  const entries = signal<Entry[]>([]);
  const status = signal<ThreadStatus>('idle');
  const hasPrevious = signal(false);
  const earlier = signal<'idle' | 'loading' | 'failed'>('idle');
  /** Up to here, in float seconds, the thread is known to have no gap. */
  let confirmed: number | undefined;
  const happenings = signal<readonly Happening[]>([]);
  /** Files on their way, by their entries' keys. */
  const uploads = new Map<string, { file: File; body: AgentSendBody; abort: AbortController }>();
  let unsure: { same: string; referenceId: string } | undefined;
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

  const post = (key: string, message: AgentMessage): Promise<ApiResult<AgentMessage>> => {
    const upload = uploads.get(key);
    if (!upload) {
      const { _id, received, role, name, ...body } = message;
      return api.send(id, body);
    }
    upload.abort = new AbortController();
    return api.upload(id, upload.file, upload.body, {
      signal: upload.abort.signal,
      onProgress: (progress) => {
        entries.value = updateUnsent(entries.peek(), key, { progress });
      },
    });
  };

  const attempt = async (key: string): Promise<void> => {
    const entry = entries.peek().find((e) => e.key === key);
    if (!entry || entry.state === 'sent') return;
    const answer = await post(key, entry.message);
    // Called off meanwhile, it is gone; should it have been stored all the same, the live channel brings it.
    if (!entries.peek().some((e) => e.key === key)) return;
    if (answer.ok) {
      uploads.delete(key);
      entries.value = mergeEntries(entries.peek(), [
        { ...answer.value, referenceId: entry.message.referenceId },
      ]);
      return;
    }
    const { failure, reason } = answer;
    entries.value = updateUnsent(entries.peek(), key, { state: 'failed', failure, reason });
    deps.onFailure(failure);
  };

  /** One at a time, so that replies are stored in the order they were written. */
  const enqueue = (key: string): Promise<void> => {
    sending = sending.then(() => attempt(key));
    return sending;
  };

  const show = (message: AgentSendBody & { type: string }, progress?: number): string => {
    const key = deps.newId();
    const received = Math.max(deps.now(), newestReceived(entries.peek()) ?? 0);
    const entry = unsentEntry({ name: deps.agentName, ...message, received }, key, progress);
    entries.value = [...entries.peek(), entry];
    return key;
  };

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
    send: (message) => enqueue(show(message)),
    sendFile: (file, said = {}) => {
      const key = show({ ...said, type: 'file', altText: file.name.slice(0, 128), mediaSize: file.size }, 0);
      const body = { ...said, referenceId: key };
      uploads.set(key, { file, body, abort: new AbortController() });
      return enqueue(key);
    },
    submit: (body, file) => {
      const same = JSON.stringify([body, file?.name, file?.size, file?.lastModified]);
      // Tried again as it was, it may have been stored although no answer came.
      const referenceId = unsure?.same === same ? unsure.referenceId : deps.newId();
      const done = sending.then(async () => {
        const signal = new AbortController().signal;
        const message = { ...body, referenceId };
        const answer = await (file
          ? api.upload(id, file, message, { signal, onProgress: () => undefined })
          : api.send(id, message));
        unsure = answer.ok ? undefined : { same, referenceId };
        if (answer.ok) entries.value = mergeEntries(entries.peek(), [answer.value]);
        else deps.onFailure(answer.failure);
        return answer;
      });
      sending = done.then(() => undefined);
      return done;
    },
    retry: (key) => {
      const progress = uploads.has(key) ? 0 : undefined;
      entries.value = updateUnsent(entries.peek(), key, { state: 'sending', reason: undefined, progress });
      return enqueue(key);
    },
    discard: (key) => {
      const upload = uploads.get(key);
      const entry = entries
        .peek()
        .find((e) => e.key === key && (e.state === 'failed' || (upload && e.state === 'sending')));
      if (!entry) return undefined;
      entries.value = entries.peek().filter((e) => e !== entry);
      uploads.delete(key);
      upload?.abort.abort();
      return entry.message.text;
    },
  };
};
