import { createFileStore, databaseOf } from '../../../platform/fileStore';
import type { Needs } from '../../featureDeps';
import { createFileHolder } from './holdFiles';
import { createTypingSender } from './sendTyping';
import { createTools } from './Tools';

/** The composer's tools: files, emoji, the character count, and the typing indicator sent to agents. */
const createComposerTools = (
  deps: Needs<
    'clock' | 'onDispose' | 'createId',
    'settings' | 'conversations' | 'user' | 'messages' | 'consent',
    'messaging' | 'author' | 'outbox' | 'start'
  >,
) => {
  const { slices, delivery, clock, onDispose } = deps;
  const { settings, conversations, user } = slices;
  const typing = createTypingSender({
    ...delivery,
    clock,
    // If the service turns it off, agents see no indicator.
    conversationId: () => user.realtime.value?.typing !== false && conversations.active.value?._id,
  });
  onDispose(typing.dispose);
  return createTools({
    typed: typing.typed,
    sendFiles: createFileHolder({
      ...deps,
      ...slices,
      ...delivery,
      files: createFileStore(databaseOf(window)),
      prefix: `${settings.integrationId}.`,
    }),
    settings,
    unsent: delivery.outbox.files().length > 0,
  });
};

export { createComposerTools as create };
