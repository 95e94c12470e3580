import { FILE_KEY, type Message } from '../../model/message';
import type { Store } from '../../platform/storage';
import type { User } from '../../slices/user';
import { ident, obj, plain, seconds, str } from '../../wire/decode';

/** A stored unsent message: enough to send it again after a reload or a crash. */
export type Unsent = {
  conversationId: string;
  appUserId: string;
  message: Pick<Message, 'key' | 'payload' | 'metadata'> & {
    text: string;
    received?: number;
    /** A file's state; `text` is then its name. `storedUploads.ts` stores the file itself. */
    file?: string;
  };
};

/** The owner of what a login has left unsent, until that user is back. */
export const ofLogin = (externalId: unknown) => `@${externalId}`;

/** The owner of a text whose writer logged out before their page had identified them. */
export const UNCLAIMED = '@';

/** Whether the messenger can have written this key; other scripts share the storage. */
const isKey = (key: string) => /^[\w-]{1,99}$/.test(key);

/** What the messenger stores, and the launcher does not. */
const NAMED = /"appUserId":/;

/** The ending of an entry that was written before its page had identified the visitor. */
const UNTOLD = /,"untold":true}$/;

/** The longest metadata, payload or file state that is read back, in characters of its JSON. */
const LONGEST_EXTRA = 20_000;

/** The value, or undefined if it is too long; its message is then sent without it. */
const brief = <T>(value: T | undefined) =>
  value && JSON.stringify(value).length <= LONGEST_EXTRA ? value : undefined;

/**
 * Validates a stored entry; undefined if it is another user's or its message cannot be shown and sent. Throws on
 * invalid JSON.
 */
const decode = (appUserId: string | undefined, key: string, stored: string | null): Unsent | undefined => {
  const entry = obj(JSON.parse(String(stored)));
  const message = obj(entry.message);
  const text = str(message.text);
  const owner = str(entry.appUserId);
  // A text of any length, as one that is too long to send is kept to be shortened.
  const isOwn =
    !owner ||
    (appUserId === undefined ? entry.login === null : [owner, ofLogin(str(entry.login))].includes(appUserId));
  if (!isKey(key) || !text || !isOwn) return undefined;
  return {
    conversationId: ident(entry.conversationId) ?? '',
    appUserId: owner ?? '',
    message: {
      key,
      received: seconds(message.received),
      text,
      file: brief(str(message.file)),
      payload: brief(str(message.payload)),
      metadata: brief(plain(message.metadata)),
    },
  };
};

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Stores unsent messages, one storage entry each, so that two tabs never overwrite each other's. Sending one
 * twice is harmless: the service answers the same `referenceId` with the same message.
 */
export const createOutbox = ({
  store,
  integrationId,
  user,
}: {
  store: Store;
  integrationId: string;
  user: Pick<User, 'exits' | 'externalId' | 'isUntold' | 'creationId' | 'startId'>;
}) => {
  const prefix = `${integrationId}.outbox.`;
  /** The keys of what was written on this page, with how many visitors had left then. */
  const own = new Map<string, number>();
  return {
    /**
     * An entry names the login, too: an anonymous visitor's messages move into it with them.
     * @param isTold whether the owner is known
     */
    put(unsent: Unsent, isTold = false) {
      const { key } = unsent.message;
      if (!unsent.appUserId) {
        // A window that gets a copy of the tab's storage becomes the same visitor with it.
        user.creationId();
        user.startId();
      }
      const before = store.get(prefix + key) ?? '';
      if (!before) own.set(key, user.exits());
      const isUntold = NAMED.test(before) ? UNTOLD.test(before) : user.isUntold();
      const untold = (!isTold && isUntold) || undefined;
      const login = unsent.appUserId === UNCLAIMED ? '' : user.externalId();
      store.set(prefix + key, JSON.stringify({ ...unsent, login, untold }));
    },
    /** Whether it was written before any page had identified the visitor. */
    isUntold: (key: string) => UNTOLD.test(store.get(prefix + key) ?? ''),
    /**
     * Whether it belongs to the next login: no page had identified the visitor, or this one has reported since that
     * nobody is signed in.
     */
    isNext({ appUserId, message: { key } }: Unsent): boolean {
      return (!appUserId && own.has(key)) || this.isUntold(key) || this.isEarly(key);
    },
    /**
     * A login has identified the writer on this page, and then logged out: their texts wait for that login.
     * @param exits how many visitors had left when it began
     */
    claim(externalId: string, exits: number) {
      for (const each of this.of(UNCLAIMED))
        if (each.appUserId && own.get(each.message.key) === exits)
          this.put({ ...each, appUserId: ofLogin(externalId) }, true);
    },
    /** The owner of all entries is known, for later pages, too: the known person, if the page's login has failed. */
    tell() {
      for (const key of store.keys(prefix)) {
        const entry = store.get(key) ?? '';
        if (UNTOLD.test(entry)) store.set(key, entry.replace(UNTOLD, '}'));
      }
    },
    /** Whether the launcher wrote the entry, before the messenger loaded: it names no visitor. */
    isEarly: (key: string) => !NAMED.test(store.get(prefix + key) ?? ''),
    remove: (key: string) => store.remove(prefix + key),
    /** The keys of all files in the outbox, of every visitor. */
    files: () => store.keys(prefix + FILE_KEY).map((key) => key.slice(prefix.length)),
    /**
     * The same person gets a new app user id: moves their unsent messages to it.
     * @param to that id, if their conversations have moved to it, too; otherwise a new conversation takes the messages
     */
    reassign(from: string, to = '') {
      for (const { appUserId, conversationId, message } of this.of(from))
        if (appUserId !== to || !to)
          this.put({ conversationId: to && conversationId, appUserId: to, message }, !!to);
    },
    /**
     * This user's unsent messages in the order they were written; the order of storage keys is undefined.
     * Skips entries of other users and unreadable ones.
     * @param appUserId undefined for what no login can get back
     */
    of(appUserId?: string): Unsent[] {
      const all = store.keys(prefix).flatMap((key) => {
        try {
          return decode(appUserId, key.slice(prefix.length), store.get(key)) ?? [];
        } catch {
          return [];
        }
      });
      return all.sort((a, b) => (a.message.received ?? 0) - (b.message.received ?? 0));
    },
  };
};
