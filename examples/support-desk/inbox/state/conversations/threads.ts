import { createResending } from '../writing/resending';
import type { UnsentReplies } from '../writing/unsentReplies';
import { createThread, type Thread, type ThreadDeps } from './thread';

/** How long to wait for the desk's answer before reporting that a reply is not sent, in ms. */
const ANSWER_MS = 3000;

/** The threads that were opened, or that have unsent messages. */
export type Threads = {
  opened: ReadonlyMap<string, Thread>;
  /** The thread of a conversation, created on first use. */
  of(id: string): Thread;
  /** Forgets a deleted conversation. */
  forget(id: string): void;
  /** Sends at once what can still be undone. Resolves when the desk has answered, or after some seconds. */
  flush(leaving?: boolean): Promise<void>;
  /** Sends held messages again at once. */
  resend(): void;
  /** Takes over the unsent messages of a closed tab, and sends them. */
  takeOver(left: Pick<UnsentReplies, 'ids' | 'get'>): void;
  dispose(): void;
};

export const createThreads = (deps: Omit<ThreadDeps, 'onHeld'>): Threads => {
  const opened = new Map<string, Thread>();
  const resending = createResending(deps.clock, () => {
    for (const thread of opened.values()) void thread.resend();
  });
  const of = (id: string): Thread => {
    const known = opened.get(id);
    if (known) return known;
    const thread = createThread(id, { ...deps, onHeld: resending.held });
    opened.set(id, thread);
    return thread;
  };
  return {
    opened,
    of,
    forget: (id) => {
      opened.get(id)?.dispose();
      opened.delete(id);
    },
    flush: (leaving) =>
      new Promise((resolve) => {
        const stop = deps.clock.after(ANSWER_MS, resolve);
        const all = [...opened.values()].map((thread) => thread.flush(leaving));
        void Promise.all(all).then(() => {
          stop();
          resolve();
        });
      }),
    resend: resending.now,
    takeOver: (left) => {
      for (const id of left.ids()) of(id).takeOver(left.get(id));
      resending.now();
    },
    dispose: () => {
      resending.dispose();
      for (const thread of opened.values()) thread.dispose();
    },
  };
};
