import { computed } from '@preact/signals-react';
import { createParts } from '../flows/loadParts';
import { createTypingSender } from '../flows/sendTyping';
import { NEW_CONVERSATION } from '../slices/messages';
import { createTools } from '../ui/composer/tools/Tools';
import type { PartDeps } from './deps';

/** What the composer has beside the text box: files, emoji, the count of characters, and that the agents see the visitor type. */
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
    /** "Disables the composer while that message is the newest." (FACTS.md 2.5) */
    blocked: computed(
      () =>
        messages.of(conversations.active.value?._id ?? NEW_CONVERSATION).value.at(-1)?.blockChatInput ===
        true,
    ),
  });
};
