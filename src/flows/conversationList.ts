import { batch, signal } from '@preact/signals-react';
import type { IntegrationSettings } from '../services/integrationCalls';
import type { Messaging } from '../services/messaging';
import type { RequestError } from '../services/requestError';
import type { UserCalls } from '../services/userCalls';
import type { Conversations } from '../slices/conversations';
import type { Messages } from '../slices/messages';
import type { Status } from '../slices/status';
import type { User } from '../slices/user';
import type { ClientInfo } from '../wire/client';

export type ConversationList = ReturnType<typeof createConversationList>;

/**
 * The visitor's conversations: reading the list page by page, opening one, starting one (SPEC.md section 3
 * 'Conversation list state' and 'Multi-conversation settings').
 */
export const createConversationList = (deps: {
  user: Pick<User, 'appUserId' | 'epoch'>;
  conversations: Conversations;
  messages: Pick<Messages, 'merge'>;
  calls: Pick<UserCalls, 'listConversations'>;
  messaging: Pick<Messaging, 'createConversation'>;
  fetchIntegration: () => Promise<IntegrationSettings>;
  client: () => ClientInfo;
  createId: () => string;
  /** Reads what the open conversation missed. */
  refresh: () => void;
  report: (message: string, cause: unknown) => void;
}) => {
  const { conversations } = deps;
  const listStatus = signal<Status>('notConnected');
  const integrationsFetchStatus = signal<Status>('notConnected');
  const createConversationStatus = signal<Status>('notConnected');
  const hasMore = signal(false);
  const mayCreate = signal(false);
  /** Several conversations, and no more may be begun. */
  let limited = false;
  // A repeated try must not make a second conversation.
  let referenceId = deps.createId();

  const tell = (message: string) => (cause: RequestError) => {
    if (!cause.isActionCancelled) deps.report(message, cause);
  };

  const readSettings = async () => {
    integrationsFetchStatus.value = 'pending';
    try {
      const { multiConvoEnabled, canUserCreateMoreConversations } = await deps.fetchIntegration();
      batch(() => {
        // "Disabling multi-conversations sets all three … flags to false and marks the status successful."
        mayCreate.value = multiConvoEnabled && canUserCreateMoreConversations;
        limited = multiConvoEnabled && !canUserCreateMoreConversations;
        integrationsFetchStatus.value = 'successful';
        if (limited) conversations.redirectToHomePage.value = true;
      });
    } catch (cause) {
      integrationsFetchStatus.value = 'failed';
      tell('Failed to fetch the integration')(cause as RequestError);
    }
  };

  /** @param offset how many of the newest to skip */
  const read = async (offset: number) => {
    const id = deps.user.appUserId.value;
    if (!id || listStatus.value === 'pending') return;
    listStatus.value = 'pending';
    try {
      const answer = await deps.calls.listConversations(id, offset);
      batch(() => {
        // "On refresh, the conversation list and latest messages are merged."
        conversations.upsertAll(answer.conversations);
        for (const conversation of answer.conversations) {
          deps.messages.merge(conversation._id, conversation.messages);
        }
        hasMore.value = answer.hasMore;
        listStatus.value = 'successful';
      });
    } catch (cause) {
      listStatus.value = 'failed';
      tell('Failed to list conversations')(cause as RequestError);
    }
  };

  const open = (id: string) => {
    conversations.show(id);
    deps.refresh();
  };

  return {
    listStatus,
    createConversationStatus,
    integrationsFetchStatus,
    hasMore,
    /** MultiConversationLimited sees the list and starts none (DESIGN.md 3.17). */
    mayCreate,
    refresh() {
      if (integrationsFetchStatus.value !== 'successful') void readSettings();
      return read(0);
    },
    loadMore: () => read(conversations.all.value.length),
    open,
    async create(): Promise<void> {
      const id = deps.user.appUserId.value;
      if (!id || createConversationStatus.value === 'pending') return;
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
        if (limited) conversations.redirectToHomePage.value = true;
        if (conversations.redirectToHomePage.value) conversations.show();
        else open(conversation._id);
      } catch (cause) {
        createConversationStatus.value = 'failed';
        tell('Failed to create conversation')(cause as RequestError);
      }
    },
  };
};
