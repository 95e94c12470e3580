import type { FetchQueryObject, ImapFlow, MessageStructureObject } from 'imapflow';
import { isLoopback } from '../limits/trustProxy';
import type { Clock } from '../process/clock';
import type { ImapPlace } from './imapPlace';
import { MAX_HEADER_BYTES } from './parseMail';
import { MAX_MAIL_BYTES, type StoredMail } from './storedMail';
import { isTextOfMail } from './textParts';

/** The mark of the desk on an email that it has examined. */
export type Mark = 'taken' | 'refused' | 'unreadable';

/** An open mailbox. */
export type Mailbox = {
  /** While this is the same, so are the ids of its emails. */
  validity: string;
  /** The ids of unexamined emails, oldest first. */
  waiting(): Promise<number[]>;
  /** An email; `undefined` if it no longer exists. */
  mail(uid: number): Promise<StoredMail | undefined>;
  /** The ids of the emails with this `Message-ID`. */
  withId(messageId: string): Promise<number[]>;
  /** A taken email is marked as read for everybody. The others stay unread, and the desk ignores them. */
  mark(uid: number, mark: Mark): Promise<void>;
  isOpen(): boolean;
  close(): Promise<void>;
};

/**
 * Opens the mailbox.
 * @param onNews called when something has arrived; the server reports that at once (IDLE)
 * @param signal gives up
 */
export type OpenMailbox = (onNews: () => void, signal?: AbortSignal) => Promise<Mailbox>;

/** The keyword of a refused email. If the server stores no keywords, it gets the flag of an important one. */
const REFUSED = 'PorchRefused';
const FLAGGED = '\\Flagged';
/** No personal email has a longer header. */
const HEADER = { key: 'header', start: 0, maxLength: MAX_HEADER_BYTES };
const CONNECT_MS = 20_000;
const SILENCE_MS = 120_000;
/** Servers end an IDLE that lasts half an hour. */
const IDLE_MS = 540_000;
const GOODBYE_MS = 2_000;
/** The list of a large mailbox's unread emails. */
const MAX_LINE_BYTES = 8 * 2 ** 20;
const ROOM_BYTES = 2 ** 20;

const isHere = (host: string): boolean => host === 'localhost' || isLoopback(host);

/** Loads imapflow, which a desk without IMAP_URL does not need. */
const createClient = async ({ host, port, secure, user, password }: ImapPlace): Promise<ImapFlow> => {
  const { ImapFlow } = await import('imapflow');
  return new ImapFlow({
    host,
    port,
    secure,
    auth: { user, pass: password },
    // A password never crosses a network in plain text.
    ...(secure || isHere(host) ? {} : { doSTARTTLS: true }),
    logger: false,
    clientInfo: { name: 'Porch' },
    autoIdleDelay: 500,
    maxIdleTime: IDLE_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    maxLineLength: MAX_LINE_BYTES,
    maxLiteralSize: MAX_MAIL_BYTES + ROOM_BYTES,
    maxResponseSize: MAX_MAIL_BYTES + MAX_LINE_BYTES + 2 * ROOM_BYTES,
  });
};

/** An error with a code for the log, where imapflow sets a flag instead. */
const withCode = (error: unknown): unknown => {
  const { authenticationFailed, mailboxMissing } = (error ?? {}) as Record<string, unknown>;
  const code = authenticationFailed ? 'AUTHENTICATIONFAILED' : mailboxMissing ? 'NO_MAILBOX' : undefined;
  return code === undefined ? error : Object.assign(new Error(code, { cause: error }), { code });
};

/** The leaf parts of an email, in order. An attached email is one, with everything in it. */
const leavesOf = (part: MessageStructureObject): MessageStructureObject[] => {
  const { type, disposition, childNodes = [] } = part;
  const isFile = /^message\//i.test(type) && disposition?.toLowerCase() !== 'inline';
  return childNodes.length === 0 || isFile ? [part] : childNodes.flatMap(leavesOf);
};

/** The size of an email's text, without files. */
const textSizeOf = (structure: MessageStructureObject): number =>
  leavesOf(structure).reduce((sum, part, at) => {
    const { type, size = 0, disposition = '', parameters, dispositionParameters } = part;
    const isNamed = Boolean(dispositionParameters?.filename ?? parameters?.name);
    return isTextOfMail({ type, disposition, isNamed }, at === 0) ? sum + size : sum;
  }, 0);

/** Ends the connection. One that does not answer is cut. */
const leave = async (client: ImapFlow, after: Clock['after']): Promise<void> => {
  const cancel = after(GOODBYE_MS, () => client.close());
  await client.logout().catch(() => undefined);
  cancel();
  client.close();
};

const readMailbox = (
  client: ImapFlow,
  after: Clock['after'],
  keepsKeywords: boolean,
  validity: string,
): Mailbox => {
  const refused = keepsKeywords ? REFUSED : FLAGGED;
  const flags: Record<Mark, string> = { taken: '\\Seen', refused, unreadable: FLAGGED };
  const by = { uid: true } as const;
  const fetched = async (uid: number, query: FetchQueryObject) =>
    (await client.fetchOne(`${uid}`, query, by)) || undefined;
  return {
    validity,
    withId: async (messageId) => (await client.search({ header: { 'message-id': messageId } }, by)) || [],
    waiting: async () => {
      const isNew = {
        seen: false,
        flagged: false,
        deleted: false,
        ...(keepsKeywords && { unKeyword: REFUSED }),
      };
      return ((await client.search(isNew, by)) || []).toSorted((a, b) => a - b);
    },
    mail: async (uid) => {
      const found = await fetched(uid, { size: true, bodyParts: [HEADER] });
      if (!found) return undefined;
      return {
        uid,
        validity,
        size: found.size ?? 0,
        // Where imapflow puts that part. Without a header, the email is unreadable.
        header: found.headers ?? Buffer.alloc(0),
        textSize: async () => {
          const structure = (await fetched(uid, { bodyStructure: true }))?.bodyStructure;
          return structure ? textSizeOf(structure) : 0;
        },
        whole: async () => {
          const source = (await fetched(uid, { source: true }))?.source;
          if (!source) throw Object.assign(new Error('The mail was deleted meanwhile'), { code: 'EGONE' });
          return source;
        },
      };
    },
    mark: async (uid, mark) => {
      await client.messageFlagsAdd(`${uid}`, [flags[mark]], by);
    },
    isOpen: () => client.usable,
    close: () => leave(client, after),
  };
};

/** Opens mailboxes by IMAP, over TLS unless the server is on this machine. */
export const createImap =
  (place: ImapPlace, after: Clock['after']): OpenMailbox =>
  async (onNews, signal) => {
    const client = await createClient(place);
    // `isOpen` reports a broken connection.
    client.on('error', () => undefined);
    const giveUp = (): void => client.close();
    signal?.addEventListener('abort', giveUp);
    try {
      await client.connect();
      const { permanentFlags, uidValidity } = await client.mailboxOpen(place.mailbox);
      client.on('exists', onNews);
      return readMailbox(client, after, permanentFlags?.has('\\*') ?? false, String(uidValidity));
    } catch (error) {
      client.close();
      throw withCode(error);
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  };
