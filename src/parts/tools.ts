import { computed } from '@preact/signals-react';
import { createDrafts } from '../flows/keepDraft';
import { createParts } from '../flows/loadParts';
import { createTypingSender } from '../flows/sendTyping';
import { NEW_CONVERSATION } from '../slices/messages';
import { createTools } from '../ui/composer/tools/Tools';
import type { PartDeps } from './deps';

/** What the composer has beside the text box: files, emoji, the kept draft, the count of characters. */
export const createPart = (deps: PartDeps) => {
  const { slices, delivery, clock, page, storages, own } = deps;
  const { settings, user, conversations, messages } = slices;
  const drafts = createDrafts({
    store: storages.lasting,
    clock,
    integrationId: settings.integrationId,
    user,
    active: conversations.active,
  });
  own(drafts.dispose);
  const typing = createTypingSender({
    ...delivery,
    clock,
    conversationId: () => conversations.active.value?._id,
  });
  own(typing.dispose);
  const cameras = createParts(deps, { camera: () => import('./camera') }, deps);
  own(page.onVisible((now) => now || drafts.flush()));
  return createTools({
    drafts,
    typed: typing.typed,
    attachments: settings.attachmentsEnabled,
    camera: () => cameras('camera'),
    unsent: delivery.outbox.files().length > 0,
    /** "Disables the composer while that message is the newest." (FACTS.md 2.5) */
    blocked: computed(
      () =>
        messages.of(conversations.active.value?._id ?? NEW_CONVERSATION).value.at(-1)?.blockChatInput ===
        true,
    ),
  });
};
