import type { Words } from '../i18n/words';
import { transcriptOf } from '../model/transcript';
import type { Messaging } from '../services/messaging';
import { RequestError } from '../services/requestError';
import type { WireMessage } from '../wire/message';

/** The whole conversation, oldest first, by the paging that reads the log. Rejects with a `RequestError`. */
const readAll = async (messaging: Pick<Messaging, 'getMessages'>, id: string): Promise<WireMessage[]> => {
  let all: WireMessage[] = [];
  let before: number | undefined;
  for (;;) {
    const { messages, hasPrevious } = await messaging.getMessages(id, before);
    all = [...messages, ...all];
    const oldest = messages[0]?.received;
    // A service that answers the same page again would be asked for ever.
    if (!hasPrevious || oldest === undefined || oldest >= (before ?? Number.POSITIVE_INFINITY)) return all;
    before = oldest;
  }
};

/** A name any file system takes. @param at ms */
const fileName = (title: string, at: number): string => {
  const now = new Date(at);
  const two = (n: number) => `${n}`.padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return `${title.replace(/[\\/:*?"<>|\u0000-\u001f]+/g, ' ').trim()} ${day}.txt`.trim();
};

/**
 * Reads the conversation that is open back from the service and hands it to the visitor as a text file.
 * Rejects with the `RequestError` of the page that failed; nothing is saved then.
 */
export const createTranscriptSaver =
  (deps: {
    messaging: Pick<Messaging, 'getMessages'>;
    conversationId: () => string | undefined;
    title: string;
    words: () => Words;
    /** ms */
    now: () => number;
    save: (doc: Document, name: string, text: string) => void;
  }) =>
  async (doc: Document): Promise<void> => {
    const id = deps.conversationId();
    if (!id) throw new RequestError('network', 'There is no conversation yet');
    const messages = await readAll(deps.messaging, id);
    const { title } = deps;
    const { locale, t, dateTime } = deps.words();
    const text = transcriptOf({ title, date: dateTime(deps.now()) }, messages, {
      locale,
      you: t('author_you'),
      business: title,
      unsupported: t('message_unsupported'),
    });
    deps.save(doc, fileName(title, deps.now()), text);
  };
