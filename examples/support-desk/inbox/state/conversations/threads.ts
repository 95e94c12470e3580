import { createRetries } from '../writing/retries';
import type { UnsentReplies } from '../writing/unsentReplies';
import { createFollowing, type Following, type FollowingDeps } from './following';
import { createThread, type Thread, type ThreadDeps } from './thread';

/** How long to wait for the desk's answer before reporting that a reply is not sent, in ms. */
const ANSWER_MS = 3000;

/** The threads that were opened, or that have unsent messages. */
export type Threads = {
  following: Following;
  opened: ReadonlyMap<string, Thread>;
  /** The thread of a conversation, created on first use. */
  of(id: string): Thread;
  /** Forgets a deleted conversation. */
  forget(id: string): void;
  /** Sends at once what can still be undone. Resolves when the desk has answered, or after some seconds. */
  sendWaiting(leaving?: boolean): Promise<void>;
  /** Retries at once the replies that failed only because the desk could not be reached. */
  flush(): void;
  /** Takes over the unsent messages of a closed tab, and sends them. */
  takeOver(left: Pick<UnsentReplies, 'ids' | 'get'>): void;
  dispose(): void;
};

type ThreadsDeps = Omit<ThreadDeps, 'retryLater' | 'onSent' | 'onFollowed'> &
  Pick<FollowingDeps, 'nextActs' | 'conversations'>;

export const createThreads = (deps: ThreadsDeps): Threads => {
  const opened = new Map<string, Thread>();
  const { flush, retryLater, onSent, dispose } = createRetries(deps.clock, () => {
    for (const thread of opened.values()) void thread.flush();
  });
  const { following, followed } = createFollowing({
    ...deps,
    threadOf: (id) => of(id),
    now: () => deps.clock.now() / 1000,
  });
  const of = (id: string): Thread => {
    const known = opened.get(id);
    if (known) return known;
    const onFollowed: ThreadDeps['onFollowed'] = (...what) => followed(id, ...what);
    const thread = createThread(id, { ...deps, retryLater, onSent, onFollowed });
    opened.set(id, thread);
    return thread;
  };
  return {
    opened,
    following,
    of,
    forget: (id) => {
      opened.get(id)?.dispose();
      opened.delete(id);
    },
    sendWaiting: (leaving) =>
      new Promise((resolve) => {
        const stop = deps.clock.after(ANSWER_MS, resolve);
        const all = [...opened.values()].map((thread) => thread.sendWaiting(leaving));
        void Promise.all(all).then(() => {
          stop();
          resolve();
        });
      }),
    flush,
    takeOver: (left) => {
      for (const id of left.ids()) of(id).takeOver(left.get(id));
      flush();
    },
    dispose: () => {
      dispose();
      for (const thread of opened.values()) thread.dispose();
    },
  };
};
