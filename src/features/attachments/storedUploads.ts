import { effect, type ReadonlySignal, untracked } from '@preact/signals-react';
import type { Outbox } from '../../delivery/sending/outbox';
import type { OverLimit } from '../../model/fileRules';
import type { Message } from '../../model/message';
import type { Clock } from '../../platform/clock';
import type { FileStore } from '../../platform/fileStore';
import type { Election } from '../../platform/tabs';
import type { User } from '../../slices/user';
import type { Uploads } from './uploadState';

/** Files of another tab, whose outbox is its own, look orphaned; only files older than this are deleted. */
const STALE_MS = 24 * 60 * 60 * 1000;

/** A file that an earlier page did not send. */
type LeftFile = {
  key: string;
  file: File;
  conversationId: string;
  /** Its position in the log, in float seconds. */
  received?: number;
  errorReason?: OverLimit;
};

type Deps = {
  uploads: Uploads;
  outbox: Outbox;
  files: FileStore;
  clock: Clock;
  /** Prefix of this integration's keys in the database, which all integrations share. */
  prefix: string;
  elect: (key: string) => Election;
  allowed: ReadonlySignal<boolean>;
  user: Pick<User, 'appUserId' | 'initializedStatus' | 'isOver'>;
  /** Whether a known visitor has yet to log in; their files must not be deleted before. */
  awaited: () => boolean;
  /** Whether the log is empty because the visitor's session ended, not because a message was removed. */
  ended: () => boolean;
  find: (key: string) => { id: string; message: Message } | undefined;
  /** Whether the log of a conversation has loaded. */
  hasLog: (conversationId: string) => boolean;
  /** Puts a file back into the log and sends it. */
  show: (left: LeftFile) => void;
};

const quietly = (task: Promise<unknown>) => void task.catch(() => {});

/** After sign-in, deletes files without an outbox entry. Those of other logins stay until they are back. */
const sweep = async (deps: Deps) => {
  const { files, outbox } = deps;
  if (deps.awaited()) return;
  const old = deps.clock.now() - STALE_MS;
  for (const { key, at } of await files.list(deps.prefix)) {
    const known = outbox.files().includes(key.slice(deps.prefix.length));
    if (!known && at < old) quietly(files.remove(key));
  }
};

const sweepOnceStarted = (deps: Deps) =>
  effect(() => {
    if (deps.user.initializedStatus.value === 'successful') untracked(() => quietly(sweep(deps)));
  });

/**
 * Keeps each stored upload over reloads and crashes until the service has it: the file in the browser's
 * database, its message in the outbox, which handles a change of visitor. It follows `uploads`. If the
 * browser refuses to store a file, the error is ignored and the file lives as long as its page.
 *
 * Of several tabs only the one elected for a file sends it. In browsers without locks each tab sends it; the
 * shared `referenceId` makes one message of them.
 */
export const createFileKeeper = (deps: Deps): { dispose(): void } => {
  const { uploads, outbox, files, user } = deps;
  /** The owner's app user id of each file that this page stores; empty if it has none. */
  const kept = new Map<string, string>();
  const elections = new Map<string, Election>();
  const owner = () => user.appUserId.value ?? '';
  const mine = () => outbox.of(owner()).filter(({ message }) => message.file);
  const isMine = (key: string) => mine().some(({ message }) => message.key === key);

  const resign = (key: string) => {
    elections.get(key)?.dispose();
    elections.delete(key);
  };
  const drop = (key: string) => {
    kept.delete(key);
    // Remove the entry before resigning: the tab elected next checks the outbox.
    outbox.remove(key);
    quietly(files.remove(deps.prefix + key));
    resign(key);
  };

  const keep = (key: string, file: File, whose: string) => {
    const found = deps.find(key);
    if (!found || found.message.isRetryable === false) return;
    const before = kept.get(key);
    // Never clear an existing owner: without an id, that visitor's session is ending.
    if (before !== undefined && (!whose || before === whose)) return;
    const { received, errorReason = 'sending' } = found.message;
    const message = { key, text: file.name || key, received, file: errorReason };
    outbox.put({ conversationId: found.id, appUserId: whose, message });
    kept.set(key, whose);
    if (before !== undefined) return;
    if (!elections.has(key)) elections.set(key, deps.elect(key));
    files.put(deps.prefix + key, file, deps.clock.now()).then(
      // The upload may have finished before the file was stored.
      () => kept.has(key) || quietly(files.remove(deps.prefix + key)),
      () => drop(key),
    );
  };

  /**
   * Files have left the log with their visitor. Their outbox entries decide which may still be sent: those of the same
   * person, who sees them again at once, or those whose login is back.
   */
  const passOn = (keys: readonly string[]) => {
    for (const key of keys) {
      kept.delete(key);
      resign(key);
    }
    queueMicrotask(() => {
      const kept = outbox.files();
      for (const key of keys) if (!kept.includes(key)) drop(key);
      restore();
    });
  };

  const follow = (all: Uploads['all']['value'], whose: string) => {
    const gone = [...kept.keys()].filter((key) => !all.has(key));
    // Files that were put aside for a login do not change the log of a visitor who stays.
    const passed = gone.filter((key) => deps.ended() || (outbox.files().includes(key) && !isMine(key)));
    if (passed[0]) passOn(passed);
    for (const key of gone) if (!passed.includes(key)) drop(key);
    for (const [key, upload] of all) {
      if (!upload.taken) keep(key, upload.file, whose);
      else if (kept.has(key)) drop(key);
    }
  };

  /** Shows files of earlier pages in their place: once their log has loaded, or at once if it is empty. */
  const restore = () => {
    // Unsent messages now belong to the next visitor.
    if (user.isOver()) return;
    const isLoaded = user.initializedStatus.value === 'successful';
    for (const { conversationId, message } of mine()) {
      const { key, received, file: state } = message;
      if (elections.has(key) || !(isLoaded || deps.hasLog(conversationId))) continue;
      const election = deps.elect(key);
      elections.set(key, election);
      const take = async (elected: boolean) => {
        if (!elected || kept.has(key)) return;
        const file = await files.get(deps.prefix + key);
        if (!election.isElected() || elections.get(key) !== election || kept.has(key)) return;
        // Since then it may have been put aside for another visitor, canceled, or sent.
        if (outbox.files().includes(key) && (user.isOver() || !isMine(key))) return resign(key);
        if (!file || !isMine(key) || deps.find(key)) return drop(key);
        kept.set(key, '');
        const errorReason = state === 'tooMany' || state === 'oneFile' ? state : undefined;
        deps.show({ key, file, conversationId, received, errorReason });
      };
      election.onElected((now) => quietly(take(now)));
      quietly(take(election.isElected()));
    }
  };

  const stops = [
    effect(() => {
      const allowed = deps.allowed.value;
      const all = uploads.all.value;
      // Reading the owner here also sets it on files chosen before the visitor existed.
      const whose = owner();
      untracked(() => {
        if (allowed) return follow(all, whose);
        for (const key of [...outbox.files(), ...kept.keys()]) drop(key);
      });
    }),
    effect(() => {
      // Test the values: a minifier may drop a bare read, and the effect would not follow them.
      if (user.initializedStatus.value && deps.allowed.value) untracked(restore);
    }),
    sweepOnceStarted(deps),
  ];

  return {
    dispose() {
      for (const stop of stops) stop();
      for (const key of [...elections.keys()]) resign(key);
    },
  };
};
