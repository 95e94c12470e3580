import { effect } from '@preact/signals-react';
import type { Needs } from '../../../conversation/featureDeps';
import { updateConversation } from '../../../services/conversationCalls';
import type { RequestError } from '../../../services/requestError';
import { createUserCalls } from '../../../services/userCalls';
import type { Conversation } from '../../../slices/conversations';
import { decodeConversationAnswer } from '../../../wire/conversation';
import { readConversationFields, readDraft, readId, readOptions } from '../arguments';
import { Refusal } from '../callError';
import type { CreateCommands } from '../command';
import { type FocusNeeds, focusShown } from '../look/focusShown';
import { type SeveralNeeds, severalAllowed, started } from './started';
import { shownConversation, shownMessage } from './views';

export type ConversationNeeds = SeveralNeeds &
  FocusNeeds &
  Needs<
    'createId',
    'user' | 'conversations' | 'messages' | 'pageEvents' | 'router',
    'http' | 'client' | 'messaging' | 'sender' | 'refresh' | 'chunks'
  >;

/** The statuses of an answer for a conversation that is not this visitor's. */
const NOT_THERE: readonly (number | undefined)[] = [400, 403, 404];

/** Finds a conversation, at the service if it is not in the list yet. @throws Refusal `unknownConversation` */
const find = async ({ slices, delivery }: ConversationNeeds, id: string): Promise<Conversation> => {
  const { conversations } = slices;
  const known = () => conversations.find(id);
  if (!known()) {
    const { getConversation } = await delivery.chunks.history();
    const answer = await getConversation(delivery.http, id).catch((cause: RequestError) => {
      if (!NOT_THERE.includes(cause.status)) throw cause;
    });
    if (answer?.conversation?._id === id) conversations.upsert(answer.conversation);
  }
  const conversation = known();
  if (!conversation) throw new Refusal('unknownConversation', 'There is no such conversation.');
  return conversation;
};

/** Creates a conversation and sends its first message, if the page gives one. The visitor stays where they are. */
const create = async (deps: ConversationNeeds, given: unknown): Promise<Conversation> => {
  const options = readOptions(given);
  const fields = readConversationFields(options);
  const draft = options.message === undefined ? undefined : readDraft(options.message);
  await severalAllowed(deps, 'create');
  const { slices, delivery, createId } = deps;
  const { conversations } = slices;
  const { conversation } = await delivery.messaging.createConversation(slices.user.appUserId.value ?? '', {
    client: delivery.client(),
    type: 'personal',
    intent: 'conversation:start',
    referenceId: createId(),
    ...fields,
  });
  if (!conversation) throw new Refusal('refused', 'The server sent no conversation.');
  const { _id: id } = conversation;
  // Without this, a newer conversation would take the place of the one that the visitor had.
  conversations.hold(conversations.active.value?._id);
  conversations.upsert(conversation);
  slices.pageEvents.emit('conversationStarted', { conversation: { id } });
  if (draft) delivery.sender.send(draft, undefined, id);
  return conversations.find(id) as Conversation;
};

/** Shows a conversation, or the list, in the open window. */
const show = (deps: ConversationNeeds, id?: string): void => {
  const { slices, delivery } = deps;
  slices.conversations.show(id);
  slices.router.openWidget('page');
  focusShown(deps);
  if (id) delivery.refresh();
};

/** Resolves with a message once the service has it. @throws Refusal when it was not sent */
const sent = ({ slices }: ConversationNeeds, id: string, key: string) =>
  new Promise<ReturnType<typeof shownMessage>>((resolve, reject) => {
    const held = slices.messages.of(id);
    let settled = false;
    const stop = effect(() => {
      const message = held.value.find((m) => m.key === key);
      if (settled || message?.status === 'sending') return;
      settled = true;
      if (message?.status === 'sent') resolve(shownMessage(message, id));
      else
        reject(
          message?.errorReason === 'network'
            ? new Refusal('network', 'The network is down; the message is sent as soon as it is back.')
            : new Refusal('refused', `Message failed to send (${message?.errorReason ?? 'removed'})`),
        );
      queueMicrotask(() => stop());
    });
  });

/** A page of the visitor's conversations, newest first. @param offset how many to leave out */
const fetchList = async ({ slices, delivery }: ConversationNeeds, offset: number) => {
  const calls = createUserCalls(delivery.http);
  const answer = await calls.listConversations(slices.user.appUserId.value ?? '', offset);
  slices.conversations.upsertAll(answer.conversations);
  const data = answer.conversations.flatMap(({ _id, messages }) => {
    slices.messages.merge(_id, messages, true);
    const known = slices.conversations.find(_id);
    return known ? [shownConversation(known)] : [];
  });
  return { data, conversations: data, hasMore: answer.hasMore };
};

/** Changes a conversation's fields. @throws Refusal if there is no such conversation */
const update = async (deps: ConversationNeeds, id: string, changes: unknown): Promise<Conversation> => {
  const { metadata = {}, ...fields } = readConversationFields(readOptions(changes));
  await severalAllowed(deps, 'list');
  await find(deps, id);
  const { delivery, slices } = deps;
  const body = { client: delivery.client(), metadata, ...fields };
  const answer = decodeConversationAnswer(await updateConversation(delivery.http, id, body));
  if (answer.conversation?._id === id) slices.conversations.upsert(answer.conversation);
  return find(deps, id);
};

const SCREENS = 'ConversationList, Conversation or MostRecentActiveConversation';

/** Shows a screen of the widget. @throws Refusal if no screen has this name */
const navigate = async (deps: ConversationNeeds, target: unknown): Promise<void> => {
  const { screen, options } = readOptions(target);
  if (screen === 'ConversationList') {
    await severalAllowed(deps, 'list');
    show(deps);
  } else if (screen === 'Conversation') {
    const id = readId(readOptions(options).conversationId);
    await started(deps);
    await find(deps, id);
    show(deps, id);
  } else if (screen === 'MostRecentActiveConversation') {
    await started(deps);
    const { all } = deps.slices.conversations;
    show(deps, (all.value.find((c) => c.status === 'active') ?? all.value[0])?._id);
  } else throw new Refusal('invalidArguments', `The screen must be ${SCREENS}.`);
};

/** The calls about the visitor's conversations. */
export const createCommands: CreateCommands<ConversationNeeds> = ({ deps, callback }) => ({
  'messenger.newConversation': async (options, done) => {
    const [given, wanted] = typeof options === 'function' ? [undefined, options] : [options, done];
    callback('newConversation', wanted)?.(null, shownConversation(await create(deps, given)));
  },
  'messenger.sendMessage': async (message, conversation, done) => {
    // Without a conversation, the message goes into the one on screen.
    const [id, wanted] =
      conversation === undefined || typeof conversation === 'function'
        ? [undefined, done ?? conversation]
        : [readId(conversation), done];
    const draft = readDraft(message);
    await started(deps);
    const target = id ? await find(deps, id) : deps.slices.conversations.active.value;
    if (!target) throw new Refusal('refused', 'There is no conversation for the message.');
    const key = deps.createId();
    deps.delivery.sender.send(draft, key, target._id);
    callback('sendMessage', wanted)?.(null, await sent(deps, target._id, key));
  },
  'messenger.fetchConversations': async (offset, done) => {
    const [from, wanted] = typeof offset === 'function' ? [0, offset] : [offset, done];
    const answer = callback('fetchConversations', wanted);
    if (!answer) throw new Refusal('invalidArguments', 'A function is needed.');
    if (typeof from !== 'number' || !Number.isInteger(from) || from < 0)
      throw new Refusal('invalidArguments', 'The offset must be 0 or a positive integer.');
    await severalAllowed(deps, 'list');
    answer(null, await fetchList(deps, from));
  },
  'messenger.updateConversation': async (conversation, changes, done) => {
    const updated = await update(deps, readId(conversation), changes);
    callback('updateConversation', done)?.(null, shownConversation(updated));
  },
  'messenger:ui.newConversation': async (options) => {
    const { _id } = await create(deps, options);
    show(deps, _id);
  },
  'messenger:ui.navigation': (target) => navigate(deps, target),
});
