import type { Message } from '../model/message';
import { isTooLong } from '../model/validation';
import type { Store } from '../platform/storage';
import { ident, obj, plain, seconds, str } from '../wire/decode';

/** An unsent message as it is kept: enough to send it again after a reload or a crash. */
export type Unsent = {
  conversationId: string;
  appUserId: string;
  message: Pick<Message, 'key' | 'payload' | 'metadata'> & {
    text: string;
    received?: number;
    /** The state of a file, whose name the text is; the file itself is kept elsewhere (`keepFiles.ts`). */
    file?: string;
  };
};

/** How the id of a file's message begins: by its key alone it is known that it is one. */
export const FILE_KEY = 'file-';

/** A key of ours; under any other nothing was written by the messenger. */
const isKey = (key: string) => /^[\w-]{1,99}$/.test(key);

/** One entry as it is stored, where anything may stand; undefined where it is no message that could be shown and sent. */
const decode = (key: string, stored: string | null) => {
  const entry = obj(JSON.parse(String(stored)));
  const message = obj(entry.message);
  const text = str(message.text);
  if (!isKey(key) || !text || isTooLong(text)) return undefined;
  return {
    conversationId: ident(entry.conversationId) ?? '',
    owner: str(entry.appUserId),
    message: {
      key,
      received: seconds(message.received),
      text,
      file: str(message.file),
      payload: str(message.payload),
      metadata: plain(message.metadata),
    },
  };
};

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Unsent messages, one storage entry each, so that two tabs never overwrite each other's. Sending one twice is
 * harmless: its `referenceId` makes the service answer the same message (DESIGN.md 3.3).
 */
export const createOutbox = ({ store, integrationId }: { store: Store; integrationId: string }) => {
  const prefix = `${integrationId}.outbox.`;
  return {
    put: (unsent: Unsent) => store.set(prefix + unsent.message.key, JSON.stringify(unsent)),
    remove: (key: string) => store.remove(prefix + key),
    /** The keys of all files in it, whoever's. */
    files: () => store.keys(prefix + FILE_KEY).map((key) => key.slice(prefix.length)),
    /** The same person is somebody new to the service: what they left unsent goes with them, into a new conversation. */
    reassign(appUserId: string) {
      for (const { message } of this.of(appUserId)) this.put({ conversationId: '', appUserId: '', message });
    },
    /**
     * What this user left unsent, as it was written: browsers give keys in an order of their own. Entries of other users
     * and unreadable ones are passed over.
     */
    of(appUserId: string): Unsent[] {
      const all = store.keys(prefix).flatMap((key): Unsent[] => {
        try {
          const entry = decode(key.slice(prefix.length), store.get(key));
          if (!entry || (entry.owner && entry.owner !== appUserId)) return [];
          const { conversationId, message } = entry;
          return [{ conversationId, appUserId, message }];
        } catch {
          return [];
        }
      });
      return all.sort((a, b) => (a.message.received ?? 0) - (b.message.received ?? 0));
    },
  };
};
