import { batch } from '@preact/signals-react';
import type { Clock } from '../platform/clock';
import { inTurn, type Lock } from '../platform/inTurn';
import type { Messaging } from '../services/messaging';
import { given, RequestError } from '../services/requestError';
import type { Conversations } from '../slices/conversations';
import type { Messages } from '../slices/messages';
import type { PageEvents } from '../slices/pageEvents';
import type { User } from '../slices/user';
import type { ClientInfo, CreateUserBody } from '../wire/client';
import { creationBody } from '../wire/clientInfo';
import type { UserAnswer } from '../wire/user';

type Deps = {
  messaging: Messaging;
  user: User;
  conversations: Conversations;
  messages: Messages;
  clock: Clock;
  client: () => ClientInfo;
  /** Overrides the intent `conversation:start`. */
  origin?: () => Pick<CreateUserBody, 'intent' | 'signedCampaignData'> | undefined;
  locale: () => string;
  /** Lets one tab at a time create a visitor. */
  lock?: Lock;
};

/** What an answer about the visitor changes. */
export type AnsweredSlices = Pick<Deps, 'user' | 'conversations' | 'messages'>;

/** Applies an answer about the visitor to the slices. */
export const takeUserAnswer = (deps: AnsweredSlices, answer: UserAnswer) =>
  batch(() => {
    if (answer.appUser) deps.user.signIn(answer.appUser, answer.sessionToken, answer.realtime);
    deps.conversations.upsertAll(answer.conversations);
    const id = deps.conversations.active.value?._id;
    // Move the unsent messages first, so that they stay behind what is read.
    if (id) deps.messages.adopt(id);
    for (const { _id, messages } of answer.conversations) deps.messages.merge(_id, messages, true);
  });

/**
 * Fetches the stored visitor, or creates one if there is none. A 401 clears the stored visitor and creates a
 * new one. Rejects with a `RequestError`.
 * @param turn the visitor's epoch when the creation began to wait for other tabs; it waits if there is none
 * @returns whether the visitor is new, so that they have no messages yet
 */
const initUser = async (deps: Deps, beforeCreation: () => void, turn?: number): Promise<boolean> => {
  const { user, messaging } = deps;
  if ((turn ?? user.epoch()) !== user.epoch()) throw new RequestError('cancelled', 'Another visitor');
  // By now another tab may have created the visitor, or logged them in.
  if (!user.auth.value) user.takeStored();
  if (user.isElsewhere()) throw new RequestError('network', 'Another tab has logged in');
  const stored = user.appUserId.value;
  if (stored) {
    try {
      takeUserAnswer(deps, await messaging.getUser(stored));
      return false;
    } catch (error) {
      if ((error as RequestError).status !== 401) throw error;
      user.clear(true);
    }
  }
  // Two tabs that read the storage at the same moment would each create a visitor.
  if (turn === undefined) {
    const epoch = user.epoch();
    return inTurn(deps, user.idKey, () => initUser(deps, beforeCreation, epoch));
  }
  user.setCreation('pending');
  try {
    beforeCreation();
    const answer = await messaging.createUser({
      ...creationBody(deps.client(), deps.locale(), user.creationId()),
      ...deps.origin?.(),
    });
    // Without a token, the next call could not be made as this visitor.
    if (!answer.sessionToken && !user.auth.value) {
      throw new RequestError('malformed', 'The service gave no user');
    }
    takeUserAnswer(deps, answer);
    user.setCreation('successful');
    return true;
  } catch (error) {
    user.setCreation('failed');
    throw error;
  }
};

/** Creates a conversation for a visitor who has none. @returns its id */
const startConversation = async (deps: Deps): Promise<string> => {
  const { conversations, user } = deps;
  const { conversation } = await deps.messaging.createConversation(user.appUserId.value ?? '', {
    client: deps.client(),
    type: 'personal',
    intent: 'conversation:start',
    referenceId: user.startId(),
    ...deps.origin?.(),
  });
  if (conversation) conversations.upsert(conversation);
  return given(conversations.active.value?._id, 'Failed to start conversation');
};

type StarterDeps = Deps & {
  /** Throws a `RequestError` if it is too soon for another visitor. */
  mayCreate: () => void;
  pageEvents: PageEvents;
  onStarted: (conversationId: string, isNewVisitor: boolean) => void;
};

type Starter = {
  /** Starts, or joins the start under way. Rejects with its error; it can then be called again. */
  ensureStarted(): Promise<void>;
  /** Starts with the visitor that `take` puts into the slices. */
  startWith(take: () => void): Promise<void>;
  /** When a visitor was last created, in ms by the visitor's clock. */
  createdAt(): number;
  /** Resolves when the start under way has ended, however it did; undefined if there is none. */
  settled(): Promise<unknown> | undefined;
  reset(): void;
};

/**
 * Creates or fetches the visitor and their conversation. Concurrent requests share one start.
 */
export const createStarter = (deps: StarterDeps): Starter => {
  const { user, conversations, messages, clock } = deps;
  let running: Promise<void> | undefined;
  let createdAt = Number.NEGATIVE_INFINITY;

  const beforeCreation = () => {
    deps.mayCreate();
    createdAt = clock.now();
  };
  const run = async (init: () => Promise<boolean>): Promise<void> => {
    user.setInitialized('pending');
    try {
      const isNew = await init();
      const known = conversations.active.value?._id;
      const id = known ?? (await startConversation(deps));
      user.conversationStarted(clock.now());
      batch(() => {
        messages.adopt(id);
        user.setInitialized('successful');
      });
      if (isNew || !known) deps.pageEvents.emit('conversationStarted', { conversation: { id } });
      deps.onStarted(id, isNew);
    } catch (error) {
      // If canceled, the visitor has changed and the status already belongs to the next one.
      if (!(error as RequestError).isActionCancelled) {
        user.setInitialized('failed');
        running = undefined;
      }
      throw error;
    }
  };

  return {
    ensureStarted: () => (running ??= run(() => initUser(deps, beforeCreation))),
    startWith(take) {
      running = run(async () => {
        take();
        return false;
      });
      return running;
    },
    createdAt: () => createdAt,
    settled: () => running?.catch(() => {}),
    reset() {
      running = undefined;
    },
  };
};
