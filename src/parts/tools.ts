import { computed } from '@preact/signals-react';
import { createParts } from '../flows/loadParts';
import { createTypingSender } from '../flows/sendTyping';
import { NEW_CONVERSATION } from '../slices/messages';
import { createTools } from '../ui/composer/tools/Tools';
import type { PartDeps } from './deps';

/** The composer's tools: files, emoji, the character count, and the typing indicator sent to agents. */
export const createPart = (deps: PartDeps) => {
  const { slices, delivery, clock, own } = deps;
  const { settings, conversations, messages } = slices;
  const typing = createTypingSender({
    ...delivery,
    clock,
    conversationId: () => conversations.active.value?._id,
  });
  own(typing.dispose);
  const { part: camera } = createParts(deps, { camera: () => import('./camera') }, deps);
  return createTools({
    typed: typing.typed,
    attachments: settings.attachmentsEnabled,
    camera: () => camera('camera'),
    unsent: delivery.outbox.files().length > 0,
    /** A message with `blockChatInput` disables the composer while it is the newest. */
    blocked: computed(
      () =>
        messages.of(conversations.active.value?._id ?? NEW_CONVERSATION).value.at(-1)?.blockChatInput ===
        true,
    ),
  });
};
