import { list, num, obj, str } from '@porch/messenger/wire/decode';
import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentSendBody } from '../../../shared/bodies/messages';
import { type ApiFailure, isTransient } from '../../model/apiResult';
import { decodeFollowUp } from '../../model/decodeSaved';
import { type Entry, isPending, unsentEntry } from '../../model/entries';
import type { SafeStorage } from '../../platform/storage';

const UNSENT_KEY = 'porch.agentOutbox';

/** A file with the other fields of its message. */
export type UnsentFile = { file: File; body: AgentSendBody };

/**
 * Replies that the desk has not stored yet, by conversation. They survive a reload, and the next tab sends them. Files
 * are too big for the storage: they last until the page is closed, even if the agent signs in again.
 */
export type UnsentReplies = {
  ids(): string[];
  get(id: string): Entry[];
  set(id: string, entries: readonly Entry[]): void;
  /** Whether this conversation has an unsent reply. */
  waits(id: string): boolean;
  /** The conversations with a reply that the desk refused: the agent must decide. */
  refused: ReadonlySignal<string[]>;
  /** The unsent files, by the keys of their entries. */
  files: Map<string, UnsentFile>;
  /** Whether closing the page would lose a file. */
  holdsFiles: ReadonlySignal<boolean>;
  /** Whether a reply waits until the desk can be reached, which needs an open page. */
  holdsReplies: ReadonlySignal<boolean>;
  clear(): void;
};

const read = (stored: string | undefined): Record<string, unknown> => {
  try {
    return obj(JSON.parse(stored ?? '{}'));
  } catch {
    return {};
  }
};

const isFile = (kept: unknown): boolean => obj(kept).file === true;

/** The stored part: everything but files. */
const textsOf = (kept: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(kept).flatMap(([id, replies]) => {
      const texts = list(replies).filter((reply) => !isFile(reply));
      return texts.length > 0 ? [[id, texts]] : [];
    }),
  );

/** Decodes a stored reply. If its answer is unknown, it counts as failed because of the network. */
const decode = (value: unknown): Entry[] => {
  const { key, message, failure, reason, followUp } = obj(value);
  const { type, received } = obj(message);
  const id = str(key);
  if (!id || !str(type) || num(received) === undefined) return [];
  const entry = unsentEntry({ ...obj(message), type: str(type) ?? 'text', received: num(received) ?? 0 }, id);
  return [
    {
      ...entry,
      ...(isFile(value) && { progress: 0 }),
      followUp: decodeFollowUp(followUp),
      state: 'failed',
      failure: (str(failure) as ApiFailure) ?? 'network',
      reason: str(reason),
    },
  ];
};

export const createUnsentReplies = (storage: SafeStorage): UnsentReplies => {
  const kept = signal(read(storage.get(UNSENT_KEY)));
  const files = new Map<string, UnsentFile>();
  const put = (next: Record<string, unknown>) => {
    kept.value = next;
    const texts = textsOf(next);
    if (Object.keys(texts).length > 0) storage.set(UNSENT_KEY, JSON.stringify(texts));
    else storage.remove(UNSENT_KEY);
  };
  return {
    ids: () => Object.keys(kept.peek()),
    get: (id) => (Object.hasOwn(kept.peek(), id) ? list(kept.peek()[id]).flatMap(decode) : []),
    set: (id, entries) => {
      const unsent = entries
        .filter(isPending)
        .map(({ key, message, failure, reason, progress, followUp }) => ({
          key,
          message,
          failure,
          reason,
          followUp,
          file: progress === undefined ? undefined : true,
        }));
      const { [id]: known, ...rest } = kept.peek();
      if (JSON.stringify(known ?? []) === JSON.stringify(unsent)) return;
      put(unsent.length > 0 ? { ...rest, [id]: unsent } : rest);
    },
    waits: (id) => Object.hasOwn(kept.value, id),
    refused: computed(() =>
      Object.entries(kept.value).flatMap(([id, replies]) =>
        list(replies).some((reply) => {
          const failure = str(obj(reply).failure) as ApiFailure | undefined;
          return failure !== undefined && !isTransient(failure);
        })
          ? [id]
          : [],
      ),
    ),
    files,
    holdsFiles: computed(() => Object.values(kept.value).some((replies) => list(replies).some(isFile))),
    holdsReplies: computed(() =>
      Object.values(kept.value).some((replies) =>
        list(replies).some((reply) => isTransient(str(obj(reply).failure) as ApiFailure | undefined)),
      ),
    ),
    clear: () => {
      files.clear();
      put({});
    },
  };
};
