import type { Draft, Message } from '../../model/message';
import type { Messages } from '../../slices/messages';
import { obj, plain, str } from '../../wire/decode';
import type { LazyCommand } from './lazyCommand';
import { shownMessage } from './views';

type HookDeps = {
  messages: Pick<Messages, 'hooks'>;
  report: (message: string, cause?: unknown) => void;
};

type PageFunction = (message: unknown, data: { conversation: { id?: string } }) => unknown;

/** Runs the page's function; undefined when it throws or gives no object, which is reported. */
const askPage = (deps: HookDeps, name: string, ask: () => unknown): unknown => {
  try {
    const answer = ask();
    if (answer === null || obj(answer) === answer) return answer;
    deps.report(`${name} must return a message.`);
  } catch (cause) {
    deps.report(`${name} failed`, cause);
  }
  return undefined;
};

/** What the page made of a message; the message itself where it says nothing that can be used. */
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
const displayBy = (deps: HookDeps, page: PageFunction): void => {
  const name = 'beforeMessageDisplay';
  // A message that is replaced by the same function's answer keeps its identity, so that it is not drawn anew.
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
  deps.messages.hooks.value = {
    ...deps.messages.hooks.value,
    display: (held, id) => held.flatMap((message) => shown(message, id) ?? []),
  };
};

/** Sets the page's `beforeMessageSent`, which changes each text that the visitor sends. */
const sendBy = (deps: HookDeps, page: PageFunction): void => {
  const name = 'beforeMessageSent';
  const sent = (draft: Draft, id: string): Draft => {
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
    return { text: wanted, payload, metadata: plain(added) && JSON.parse(JSON.stringify(added)) };
  };
  deps.messages.hooks.value = { ...deps.messages.hooks.value, sent };
};

/** A setter that takes a function. */
const setHook =
  (name: string, use: (deps: HookDeps, page: PageFunction) => void): LazyCommand =>
  ({ deps, misuse }, page) => {
    if (typeof page !== 'function') return misuse(`${name} must be a function.`);
    use({ messages: deps.slices.messages, report: deps.report }, page as PageFunction);
  };

export const HOOKS: Record<string, LazyCommand> = {
  'messenger:set.beforeMessageDisplay': setHook('beforeMessageDisplay', displayBy),
  'messenger:set.beforeMessageSent': setHook('beforeMessageSent', sendBy),
};
