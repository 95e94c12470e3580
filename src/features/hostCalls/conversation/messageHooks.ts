import type { Needs } from '../../../conversation/featureDeps';
import type { Draft, Message } from '../../../model/message';
import { obj, plain, str } from '../../../wire/decode';
import { asJson } from '../arguments';
import type { Command, CreateCommands } from '../command';
import { shownMessage } from './views';

export type HookNeeds = Needs<'report', 'messages' | 'conversations', 'sender'>;

type PageFunction = (message: unknown, data: { conversation: { id?: string } }) => unknown;

/** Runs the page's function; undefined when it throws or gives no object, which is reported. */
const askPage = (deps: HookNeeds, name: string, ask: () => unknown): unknown => {
  try {
    const answer = ask();
    if (answer === null || obj(answer) === answer) return answer;
    deps.report(`${name} must return a message.`);
  } catch (cause) {
    deps.report(`${name} failed`, cause);
  }
  return undefined;
};

/** The page's version of a message, or the message itself if that version is unusable. */
const changed = (message: Message, answer: unknown): Message => {
  const { content, author, metadata } = obj(answer);
  const text = str(obj(content).text);
  const { displayName, avatarUrl } = obj(author);
  const before = message.text ?? message.textFallback;
  return {
    ...message,
    ...(text !== undefined &&
      text !== before && { text, markdownText: undefined, raw: { ...message.raw, markdownText: undefined } }),
    name: str(displayName) ?? message.name,
    avatarUrl: str(avatarUrl) ?? message.avatarUrl,
    metadata: plain(metadata) ?? message.metadata,
  };
};

/** Sets the page's `beforeMessageDisplay`, which changes each message before it is shown, or hides it. */
const displayBy = (deps: HookNeeds, page: PageFunction): void => {
  const name = 'beforeMessageDisplay';
  // A message that is replaced by the same function's answer keeps its identity, so that it is not redrawn.
  const known = new WeakMap<Message, Message | null>();
  const shown = (message: Message, id: string): Message | null => {
    let result = known.get(message);
    if (result === undefined) {
      const answer = askPage(deps, name, () => page(shownMessage(message, id), { conversation: { id } }));
      result = answer === null ? null : answer ? changed(message, answer) : message;
      known.set(message, result);
    }
    return result;
  };
  deps.slices.messages.displayBy((held, id) => held.flatMap((message) => shown(message, id) ?? []));
};

/** Sets the page's `beforeMessageSent`, which changes each text that the visitor sends. */
const sendBy = (deps: HookNeeds, page: PageFunction): void => {
  const name = 'beforeMessageSent';
  const asSent = (draft: Draft, id: string): Draft => {
    const { text, payload, metadata = {} } = draft;
    const given = { content: { type: 'text', text }, payload, metadata: structuredClone(metadata) };
    const answer = askPage(deps, name, () => page(given, { conversation: { id: id || undefined } }));
    if (answer === null) deps.report(`${name} must return a message.`);
    if (!answer) return draft;
    const { content, metadata: added } = obj(answer);
    const wanted = str(obj(content).text);
    if (!wanted?.trim()) {
      deps.report(`${name} must return a message with a text.`);
      return draft;
    }
    // Metadata that cannot be sent is left out.
    return { text: wanted, payload, metadata: asJson(added) };
  };
  deps.delivery.sender.draftBy(asSent);
};

export const createCommands: CreateCommands<HookNeeds> = ({ deps, misuse }) => {
  /** A setter that takes a function. */
  const setHook =
    (name: string, use: (deps: HookNeeds, page: PageFunction) => void): Command =>
    (page) => {
      if (typeof page !== 'function') return misuse(`${name} must be a function.`);
      use(deps, page as PageFunction);
    };
  return {
    'messenger:set.beforeMessageDisplay': setHook('beforeMessageDisplay', displayBy),
    'messenger:set.beforeMessageSent': setHook('beforeMessageSent', sendBy),
  };
};
