import type { Words } from '../../i18n/words';
import { RequestError } from '../../services/requestError';
import type { MessagesAnswer } from '../../wire/history';
import type { WireMessage } from '../../wire/message';
import { transcriptOf } from './transcript';

/** Limits of one transcript, because a faulty service may answer pages without end. */
const MOST_MESSAGES = 30_000;
const MOST_PAGES = 600;

/** Reads one page. @param before `received` of the oldest message read, in float seconds */
type GetMessages = (conversationId: string, before?: number) => Promise<MessagesAnswer>;

/**
 * Reads the whole conversation page by page. Rejects with a `RequestError`.
 * @returns the messages, oldest first; `cut` is true if a limit ended the reading early
 */
const readAll = async (
  getMessages: GetMessages,
  id: string,
): Promise<{ messages: WireMessage[]; cut: boolean }> => {
  const pages: WireMessage[][] = [];
  const known = new Set<string>();
  let before: number | undefined;
  for (;;) {
    const { messages, hasPrevious } = await getMessages(id, before);
    const news = messages.filter((m) => !known.has(m._id));
    pages.push(news);
    for (const { _id } of news) known.add(_id);
    const oldest = messages[0]?.received;
    // A page that is no older, or holds no new message, is the last: the next would repeat it.
    const end =
      !hasPrevious || !news[0] || oldest === undefined || oldest >= (before ?? Number.POSITIVE_INFINITY);
    const cut = !end && (pages.length >= MOST_PAGES || known.size >= MOST_MESSAGES);
    if (end || cut) return { messages: pages.reverse().flat(), cut };
    before = oldest;
  }
};

/** Makes a file name that every file system accepts. @param at the date in it, in ms */
const fileName = (title: string, at: number): string => {
  const now = new Date(at);
  const two = (n: number) => `${n}`.padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${title.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim()} ${day}.txt`.trim();
};

/**
 * Reads the open conversation from the service and saves it as a text file.
 * Rejects with the `RequestError` of the page that failed; then no file is saved.
 */
export const createTranscriptSaver =
  (deps: {
    getMessages: GetMessages;
    conversationId: () => string | undefined;
    title: string;
    words: () => Words;
    /** The current time, in ms. */
    now: () => number;
    save: (doc: Document, name: string, text: string) => void;
  }) =>
  async (doc: Document): Promise<void> => {
    const id = deps.conversationId();
    if (!id) throw new RequestError('network', 'There is no conversation yet');
    const { messages, cut } = await readAll(deps.getMessages, id);
    const { title } = deps;
    const { locale, t, dateTime } = deps.words();
    const text = transcriptOf({ title, date: dateTime(deps.now()), cut }, messages, {
      locale,
      you: t('author_you'),
      business: title,
      unsupported: t('message_unsupported'),
    });
    deps.save(doc, fileName(title, deps.now()), text);
  };
