import { effect, type ReadonlySignal, untracked } from '@preact/signals-react';
import type { FileError } from '../model/fileRules';
import type { Message } from '../model/message';
import type { Clock } from '../platform/clock';
import type { FileStore } from '../platform/fileStore';
import type { Election } from '../platform/tabs';
import type { Uploads } from '../slices/uploads';
import type { Outbox } from './outbox';

/** Where storage ends with the tab, files of another tab look like nobody's; after this long they are. */
const STALE_MS = 24 * 60 * 60 * 1000;

/** A file that an earlier page left unsent. */
export type LeftFile = {
  key: string;
  file: File;
  conversationId: string;
  /** Where it stood in the log; float seconds. */
  received?: number;
  errorReason?: FileError;
};

/**
 * Keeps what is uploaded until the service has it, over reloads and crashes: the file in the browser's database, what is
 * known of it in the outbox, where it goes the way of all unsent messages when the visitor changes. It follows
 * `uploads`; whatever the browser refuses is told nobody, and the file then lives as long as its page.
 *
 * Of several tabs the one that has a file's office sends it. Without locks each does: its `referenceId` makes one
 * message of them.
 */
export const createFileKeeper = (deps: {
  uploads: Uploads;
  outbox: Outbox;
  files: FileStore;
  clock: Clock;
  /** Put before a key in the database that all integrations share. */
  prefix: string;
  /** Whether another tab sees the same outbox. */
  shared: boolean;
  elect: (key: string) => Election;
  allowed: ReadonlySignal<boolean>;
  user: {
    appUserId: ReadonlySignal<string | undefined>;
    initializedStatus: ReadonlySignal<string>;
  };
  /** Whether a visitor whom the browser knows is still to log in. */
  awaited: () => boolean;
  /** Whether the visitor goes for good, rather than to come back as somebody else. */
  leaving: () => boolean;
  /** Whether the log is empty because its visitor ended, not because a message was taken away. */
  ended: () => boolean;
  find: (key: string) => { id: string; message: Message } | undefined;
  /** Puts a file back into the log and sends it. */
  show: (left: LeftFile) => void;
}): { dispose(): void } => {
  const { uploads, outbox, files, user } = deps;
  /** Whose each file is that this page keeps. */
  const kept = new Map<string, string>();
  const elections = new Map<string, Election>();
  const owner = () => user.appUserId.value ?? '';
  const mine = () => outbox.of(owner()).filter(({ message }) => message.file);
  const quietly = (task: Promise<unknown>) => void task.catch(() => {});

  const resign = (key: string) => {
    elections.get(key)?.dispose();
    elections.delete(key);
  };
  const drop = (key: string) => {
    kept.delete(key);
    // First: another tab that gets the office looks here.
    outbox.remove(key);
    quietly(files.remove(deps.prefix + key));
    resign(key);
  };

  const keep = (key: string, file: File, whose: string) => {
    const found = deps.find(key);
    if (!found || found.message.isRetryable === false) return;
    const before = kept.get(key);
    // What is somebody's does not become nobody's: that visitor is about to go.
    if (before !== undefined && (!whose || before === whose)) return;
    const { received, errorReason = 'sending' } = found.message;
    outbox.put({
      conversationId: found.id,
      appUserId: whose,
      message: { key, text: file.name || key, received, file: errorReason },
    });
    kept.set(key, whose);
    if (before !== undefined) return;
    if (!elections.has(key)) elections.set(key, deps.elect(key));
    files.put(deps.prefix + key, file, deps.clock.now()).then(
      // It may have arrived before it was kept.
      () => kept.has(key) || quietly(files.remove(deps.prefix + key)),
      () => drop(key),
    );
  };

  /** The visitor ended; who comes next is known when all who heard of it have done their part. */
  const part = (keys: readonly string[]) => {
    const leaving = deps.leaving();
    for (const key of keys) {
      kept.delete(key);
      resign(key);
    }
    queueMicrotask(() => {
      const passed = mine().map(({ message }) => message.key);
      for (const key of keys) if (leaving || !passed.includes(key)) drop(key);
    });
  };

  const follow = (all: Uploads['all']['value'], whose: string) => {
    const gone = [...kept.keys()].filter((key) => !all.has(key));
    if (deps.ended()) part(gone);
    else gone.forEach(drop);
    for (const [key, upload] of all) {
      if (!upload.taken) keep(key, upload.file, whose);
      else if (kept.has(key)) drop(key);
    }
  };

  const restore = () => {
    for (const { conversationId, message } of mine()) {
      const { key, received, file: state } = message;
      if (elections.has(key)) continue;
      const election = deps.elect(key);
      elections.set(key, election);
      const take = async (elected: boolean) => {
        if (!elected || kept.has(key)) return;
        const file = await files.get(deps.prefix + key);
        if (!election.isElected() || elections.get(key) !== election || kept.has(key)) return;
        // Called off meanwhile, arrived, or another visitor's by now.
        const still = mine().some((m) => m.message.key === key);
        if (!file || !still || deps.find(key)) return drop(key);
        kept.set(key, '');
        const errorReason = state === 'tooMany' ? state : undefined;
        deps.show({ key, file, conversationId, received, errorReason });
      };
      election.onElected((now) => quietly(take(now)));
      quietly(take(election.isElected()));
    }
  };

  /** Somebody is there: what others have left, and what nobody knows of any more, goes. */
  const sweep = async () => {
    if (deps.awaited()) return;
    const own = mine().map(({ message }) => message.key);
    for (const key of outbox.files()) if (!own.includes(key)) drop(key);
    const old = deps.shared ? Number.POSITIVE_INFINITY : deps.clock.now() - STALE_MS;
    for (const { key, at } of await files.list(deps.prefix)) {
      const known = outbox.files().includes(key.slice(deps.prefix.length));
      if (!known && at < old) quietly(files.remove(key));
    }
  };

  const stops = [
    effect(() => {
      const allowed = deps.allowed.value;
      const all = uploads.all.value;
      // A file that was chosen before there was a visitor gets its owner.
      const whose = owner();
      untracked(() => {
        if (allowed) return follow(all, whose);
        for (const key of [...outbox.files(), ...kept.keys()]) drop(key);
      });
    }),
    effect(() => {
      const status = user.initializedStatus.value;
      const allowed = deps.allowed.value;
      untracked(() => {
        // Not before the log is there: what comes in later would be put below.
        if (status !== 'successful') return;
        if (allowed) restore();
        quietly(sweep());
      });
    }),
  ];

  return {
    dispose() {
      for (const stop of stops) stop();
      for (const key of [...elections.keys()]) resign(key);
    },
  };
};
