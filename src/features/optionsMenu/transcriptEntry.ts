import { computed, signal } from '@preact/signals-react';
import type { MenuEntry } from '../../conversation/featureRow';
import type { Words } from '../../i18n/words';
import { createTextSaver } from '../../platform/saveText';
import { NEW_CONVERSATION } from '../../slices/messages';
import type { MenuDeps } from './option';
import { createTranscriptSaver } from './saveTranscript';

/** Saves the conversation as a text file. */
export const transcriptEntry = ({ slices, delivery, clock, onDispose }: MenuDeps): MenuEntry => {
  const { settings, conversations, locale, messages } = slices;
  return {
    label: 'options.transcript',
    available: signal(true),
    disabled: computed(() =>
      messages.of(conversations.active.value?._id ?? NEW_CONVERSATION).value.every((m) => m.isOptimistic),
    ),
    run: createTranscriptSaver({
      getMessages: async (...page) => (await delivery.chunks.history()).getMessages(delivery.http, ...page),
      conversationId: () => conversations.active.value?._id,
      title: settings.title,
      words: () => locale.words.value as Words,
      now: clock.now,
      save: createTextSaver({ clock, onDispose }),
    }),
  };
};
