import { effect, type ReadonlySignal, untracked } from '@preact/signals-react';
import type { Outbox } from '../../../delivery/sending/outbox';
import { FILE_KEY, optimistic } from '../../../model/message';
import { optimisticTime } from '../../../model/messageOrder';
import type { Clock } from '../../../platform/clock';
import type { FileStore } from '../../../platform/fileStore';
import type { Consent } from '../../../slices/consent';
import type { Conversations } from '../../../slices/conversations';
import { findMessage } from '../../../slices/findMessage';
import { type Messages, NEW_CONVERSATION } from '../../../slices/messages';
import type { User } from '../../../slices/user';
import type { Author } from '../../../wire/client';
import type { FileTaker } from '../../features';

/** A file that still waits after this long is shown as not sent yet, as a text is. */
const DELAYED_MS = 10_000;

/** @param attachments what sends them, once it has loaded */
export type SendFiles = (files: readonly File[], attachments: ReadonlySignal<FileTaker | undefined>) => void;

type Deps = {
  messages: Messages;
  conversations: Conversations;
  outbox: Pick<Outbox, 'put' | 'remove' | 'files'>;
  files: FileStore;
  /** Prefix of this integration's keys in the database. */
  prefix: string;
  consent: Pick<Consent, 'level'>;
  user: Pick<User, 'exits'>;
  author: () => Author;
  createId: () => string;
  clock: Clock;
  /** Creates user and conversation if missing. */
  start: () => void;
  onDispose: (undo: () => void) => void;
};

/**
 * Sends chosen files. Until the sending code has loaded, they are in the log, and stored like unsent texts: the outbox
 * knows their owner when somebody leaves or logs in, and the next page finds them. If nothing may be stored, they wait
 * in memory, and belong to the visitor who chose them.
 */
export const createFileHolder = (deps: Deps): SendFiles => {
  const { messages, conversations, outbox, user, clock, prefix } = deps;

  const show = (id: string, file: File): [key: string, file: File] => {
    const key = FILE_KEY + deps.createId();
    const received = optimisticTime(messages.of(id).value, clock.now() / 1000);
    const author = deps.author();
    messages.add(id, {
      ...optimistic({ text: '' }, key, received, author),
      type: 'file',
      text: undefined,
      mediaType: file.type,
      mediaSize: file.size,
      altText: file.name,
    });
    outbox.put({
      conversationId: id,
      appUserId: author.appUserId ?? '',
      message: { key, text: file.name || key, received, file: 'sending' },
    });
    deps.files.put(prefix + key, file, clock.now()).catch(() => outbox.remove(key));
    return [key, file];
  };

  const hold = (files: readonly File[]): ReadonlyMap<string, File> => {
    const id = conversations.active.value?._id ?? NEW_CONVERSATION;
    const held = new Map(files.map((file) => show(id, file)));
    if (id === NEW_CONVERSATION) deps.start();
    return held;
  };

  /** Deletes the stored files that nobody can get back or send, or all where nothing may be stored any more. */
  const tidy = (keys: Iterable<string>, mayKeep: boolean) => {
    for (const key of keys) {
      if (!mayKeep || findMessage(deps, key)?.message.isRetryable === false) outbox.remove(key);
      if (!outbox.files().includes(key)) deps.files.remove(prefix + key).catch(() => {});
    }
  };

  return (files, attachments) => {
    if (attachments.value) return attachments.value.send(files);
    const exits = user.exits();
    const held = deps.consent.level.value !== 'none' ? hold(files) : undefined;
    let done = false;
    const stop = effect(() => {
      const taker = attachments.value;
      const isLeft = user.exits() !== exits;
      const mayKeep = deps.consent.level.value !== 'none';
      if (done) return;
      done = !!taker || isLeft;
      untracked(() => {
        if (taker && !isLeft) {
          if (held) taker.take(held);
          else taker.send(files);
        }
        if (held && (done || !mayKeep)) tidy(held.keys(), mayKeep);
      });
    });
    deps.onDispose(stop);
    if (held)
      clock.after(DELAYED_MS, () => {
        for (const key of held.keys()) {
          const found = findMessage(deps, key);
          if (found?.message.status === 'sending' && (!done || found.id === NEW_CONVERSATION))
            messages.patch(found.id, key, { isDelayed: true });
        }
      });
  };
};
