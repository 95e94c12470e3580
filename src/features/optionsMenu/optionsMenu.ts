import { computed, signal } from '@preact/signals-react';
import { createElement } from 'react';
import type { FeatureDeps } from '../../conversation/featureDeps';
import type { Words } from '../../i18n/words';
import { createTextSaver } from '../../platform/saveText';
import { NEW_CONVERSATION } from '../../slices/messages';
import { decodeEndSession } from '../../wire/extras';
import { createOptions } from './chooseOption';
import { createEnding } from './endConversation';
import { OptionsMenu } from './Menu';
import type { Option } from './option';
import { createTranscriptSaver } from './saveTranscript';

/**
 * The entries of the home card's menu; add an entry by adding an object here. The header always shows the
 * menu's button, so at least one entry is always available, disabled if it does not apply yet.
 */
const entries = ({ slices, delivery, clock, own }: FeatureDeps): Option[] => {
  const { settings, conversations, experience, locale, messages } = slices;
  const { messaging, author } = delivery;
  const transcript: Option = {
    label: 'options.transcript',
    available: signal(true),
    disabled: computed(() =>
      messages.of(conversations.active.value?._id ?? NEW_CONVERSATION).value.every((m) => m.isOptimistic),
    ),
    run: createTranscriptSaver({
      messaging,
      conversationId: () => conversations.active.value?._id,
      title: settings.title,
      words: () => locale.words.value as Words,
      now: clock.now,
      save: createTextSaver({ clock, own }),
    }),
  };
  const mayEnd = decodeEndSession(settings.raw);
  const end: Option = {
    label: 'options.end',
    available: computed(() => mayEnd && conversations.active.value?.status === 'active'),
    confirm: 'options.end_confirm',
    done: 'options.end_done',
    run: createEnding({
      messaging,
      conversations,
      author,
      experience,
      readExperience: delivery.readExperience,
    }),
  };
  return [transcript, end];
};

export const createOptionsMenu = (deps: FeatureDeps) => {
  const menu = createOptions({ options: entries(deps), report: deps.report });
  return (props: { onClose(): void }) => createElement(OptionsMenu, { ...props, menu });
};
