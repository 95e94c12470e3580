import { computed } from '@preact/signals-react';
import { NEW_CONVERSATION } from '../../../slices/messages';
import type { Needs } from '../../featureDeps';
import { createTypingSender } from './sendTyping';
import { createTools } from './Tools';

/** The composer's tools: files, emoji, the character count, and the typing indicator sent to agents. */
export const createComposerTools = (
  deps: Needs<'clock' | 'own', 'settings' | 'conversations' | 'messages', 'messaging' | 'author' | 'outbox'>,
) => {
  const { slices, delivery, clock, own } = deps;
  const { settings, conversations, messages } = slices;
  const typing = createTypingSender({
    ...delivery,
    clock,
    conversationId: () => conversations.active.value?._id,
  });
  own(typing.dispose);
  return createTools({
    typed: typing.typed,
    attachments: settings.attachmentsEnabled,
    unsent: delivery.outbox.files().length > 0,
    /** A message with `blockChatInput` disables the composer while it is the newest. */
    blocked: computed(
      () =>
        messages.of(conversations.active.value?._id ?? NEW_CONVERSATION).value.at(-1)?.blockChatInput ===
        true,
    ),
  });
};
