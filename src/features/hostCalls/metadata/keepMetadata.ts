import { effect, untracked } from '@preact/signals-react';
import type { Needs } from '../../../conversation/featureDeps';
import { accountUrl } from '../../../model/baseUrls';
import { UPDATE_USER_MS } from '../../../model/retries/calls';
import { createTimer } from '../../../platform/timer';
import { updateConversation } from '../../../services/conversationCalls';
import { updateUser } from '../../../services/identityCalls';
import type { Json } from '../../../wire/decode';
import type { ApiActions } from '../actions';
import { fetchFieldRules } from './fetchRules';
import { createMetadataSync } from './metadataSync';
import { createFieldReader } from './readFields';
import { createValues } from './values';
import { createWithMetadata } from './withMetadata';

export type MetadataDeps = Needs<
  'report' | 'onDispose' | 'clock',
  'user' | 'conversations' | 'messages' | 'connection' | 'settings',
  'messaging' | 'client' | 'http' | 'connect' | 'loginOver'
>;

/** Whether there is something to send. The bundler drops a read of signals if its result is unused. */
const isSaid = (values: Json): boolean => Object.keys(values).length > 0;

export type Metadata = ReturnType<typeof keepMetadata>;

/**
 * Keeps what the page sets for conversations and the visitor, and sends it to the service. A conversation that starts
 * later is created with it. For the one on screen it is sent at once, for another one when the visitor writes in it.
 * @param actions a logout or a reset clears the metadata, which may describe the person who left
 */
export const keepMetadata = (deps: MetadataDeps, actions: Pick<ApiActions, 'onLeaving'>) => {
  const { slices, delivery, onDispose, clock, report } = deps;
  const { user, conversations, messages, connection, settings } = slices;
  const values = { conversation: createValues(user), user: createValues(user) };
  /** Counts how often the metadata was cleared. */
  let forgotten = 0;

  const inConversations = createMetadataSync({
    now: values.conversation.now,
    known: (id) => conversations.find(id)?.metadata,
    send: (id, metadata) => updateConversation(delivery.http, id, { client: delivery.client(), metadata }),
    failed: (cause) => report('Failed to update conversation', cause),
  });
  const ofUsers = createMetadataSync({
    now: values.user.now,
    known: () => undefined,
    send: (id, properties) => updateUser(delivery.http, id, { properties }),
    failed: (cause) => report('Failed to update user', cause),
  });
  delivery.messaging.createBy(
    createWithMetadata(
      { conversation: values.conversation.now, user: values.user.now },
      inConversations.note,
    ),
  );

  const hasStarted = () => user.initializedStatus.value === 'successful';
  const bringActive = () => {
    const id = conversations.active.value?._id;
    if (id) void inConversations.bring(id);
  };
  const debounce = createTimer(clock, onDispose);
  const stops = [
    effect(() => {
      if (isSaid(values.conversation.now()) && hasStarted()) untracked(bringActive);
    }),
    effect(() => {
      const id = conversations.active.value?._id;
      // A message of the visitor that is on its way.
      if (id && messages.of(id).value.at(-1)?.isOptimistic) untracked(bringActive);
    }),
    effect(() => {
      const id = isSaid(values.user.now()) && hasStarted() ? user.appUserId.value : undefined;
      debounce.stop();
      if (id) debounce.set(UPDATE_USER_MS, () => void ofUsers.bring(id));
    }),
    effect(() => {
      if (connection.status.value !== 'connected') return;
      inConversations.retry();
      ofUsers.retry();
    }),
  ];
  onDispose(() => {
    debounce.stop();
    for (const stop of stops) stop();
  });

  const forget = () => {
    forgotten++;
    values.conversation.forget();
    values.user.forget();
  };
  onDispose(actions.onLeaving(forget));

  return {
    ...createFieldReader({
      fetchRules: () => fetchFieldRules(delivery.connect, accountUrl(settings.address)),
      report,
    }),
    /**
     * Begins a call that sets metadata.
     * @returns a function that stores the values after a pending login, unless the metadata was cleared since the call
     */
    begin() {
      const before = forgotten;
      return async (about: 'conversation' | 'user', said: Json): Promise<void> => {
        await delivery.loginOver();
        if (forgotten === before) values[about].take(said);
      };
    },
  };
};
