import { batch, signal } from '@preact/signals-react';
import type { Messaging } from '../../services/messaging';
import type { RequestError } from '../../services/requestError';
import type { UserCalls } from '../../services/userCalls';
import type { Conversations } from '../../slices/conversations';
import type { Experience } from '../../slices/experience';
import type { Messages } from '../../slices/messages';
import type { PageEvents } from '../../slices/pageEvents';
import type { Status } from '../../slices/status';
import type { User } from '../../slices/user';
import type { ClientInfo } from '../../wire/client';

/**
 * The visitor's conversations: reads the list page by page, opens a conversation, starts a new one. Failures
 * are reported and set the matching status; these calls never reject.
 */
export const createListFlow = (deps: {
  user: Pick<User, 'appUserId' | 'epoch'>;
  conversations: Conversations;
  messages: Pick<Messages, 'merge' | 'of'>;
  calls: Pick<UserCalls, 'listConversations'>;
  messaging: Pick<Messaging, 'createConversation'>;
  experience: Experience;
  pageEvents: PageEvents;
  /** Fetches the integration's settings until one fetch has succeeded. */
  readExperience: () => Promise<void>;
  client: () => ClientInfo;
  createId: () => string;
  /** Runs the history sync of the open conversation. */
  refresh: () => void;
  report: (message: string, cause: unknown) => void;
}) => {
  const { conversations, experience, pageEvents } = deps;
  const listStatus = signal<Status>('notConnected');
  const createConversationStatus = signal<Status>('notConnected');
  const hasMore = signal(false);
  /** Where the last requested page begins. */
  let lastOffset = 0;
  /** Whether the newest have loaded once, so that another read of them is a refresh. */
  let listed = false;
  // A retry with the same reference id does not create a second conversation.
  let referenceId = deps.createId();
  /** The conversations that had no message when the service last named them. */
  const empty = new Set<string>();
  let epoch = deps.user.epoch();
  /** Starts over for another visitor. */
  const followVisitor = () => {
    if (epoch === deps.user.epoch()) return;
    epoch = deps.user.epoch();
    referenceId = deps.createId();
    empty.clear();
    listed = hasMore.value = false;
    listStatus.value = createConversationStatus.value = 'notConnected';
  };

  /** @param offset how many of the newest to skip */
  const read = async (offset: number) => {
    followVisitor();
    const id = deps.user.appUserId.value;
    if (!id || listStatus.value === 'pending') return;
    listStatus.value = 'pending';
    lastOffset = offset;
    try {
      const answer = await deps.calls.listConversations(id, offset);
      batch(() => {
        // Merge rather than replace: realtime may have brought newer messages since.
        conversations.upsertAll(answer.conversations);
        for (const { _id, messages } of answer.conversations) {
          deps.messages.merge(_id, messages, true);
          if (!messages.length) empty.add(_id);
        }
        hasMore.value = answer.hasMore;
        listStatus.value = 'successful';
        listed = true;
      });
    } catch (cause) {
      // Canceled for another visitor, who reads their own list.
      if ((cause as RequestError).isActionCancelled) return;
      listStatus.value = 'failed';
      const again = listed ? 'refresh user' : 'list';
      deps.report(offset ? 'Failed to update conversations list' : `Failed to ${again} conversations`, cause);
    }
  };

  const open = (id: string) => {
    conversations.show(id);
    deps.refresh();
  };

  return {
    listStatus,
    createConversationStatus,
    hasMore,
    mayCreate: experience.mayCreate,
    refresh: () => Promise.all([read(0), deps.readExperience()]),
    loadMore: () => read(conversations.all.value.length),
    /** Asks again for the page that failed. */
    retry: () => Promise.all([read(lastOffset), deps.readExperience()]),
    open,
    async create(): Promise<void> {
      followVisitor();
      const id = deps.user.appUserId.value;
      if (!id || createConversationStatus.value === 'pending') return;
      pageEvents.emit('newConversationButtonClicked', { source: 'conversationList' });
      const unused = conversations.all.value.find(
        ({ _id, status }) => empty.has(_id) && status === 'active' && !deps.messages.of(_id).value.length,
      );
      if (unused) return open(unused._id);
      createConversationStatus.value = 'pending';
      try {
        const body = {
          client: deps.client(),
          type: 'personal',
          intent: 'conversation:start',
          referenceId,
        } as const;
        const { conversation } = await deps.messaging.createConversation(id, body);
        if (!conversation) throw new Error('The service gave no conversation');
        referenceId = deps.createId();
        createConversationStatus.value = 'successful';
        conversations.upsert(conversation);
        empty.add(conversation._id);
        pageEvents.emit('conversationStarted', { conversation: { id: conversation._id } });
        if (experience.limited.value) conversations.redirectHome();
        if (conversations.redirectToHomePage.value) conversations.show();
        else open(conversation._id);
      } catch (cause) {
        if ((cause as RequestError).isActionCancelled) return;
        createConversationStatus.value = 'failed';
        deps.report('Failed to create conversation', cause);
      }
    },
  };
};
