import { computed, signal } from '@preact/signals-react';
import { createElement } from 'react';
import { createOptions } from '../flows/chooseOption';
import { createEnding } from '../flows/endConversation';
import { createTranscriptSaver } from '../flows/saveTranscript';
import type { Words } from '../i18n/words';
import { createTextSaver } from '../platform/saveText';
import { fetchIntegration } from '../services/integrationCalls';
import { OptionsMenu } from '../ui/options/OptionsMenu';
import type { Option, OptionsProps } from '../ui/options/option';
import { decodeEndSession } from '../wire/extras';
import type { PartDeps } from './deps';

/**
 * The registry of the home card's menu (DESIGN.md 3.17): one more entry is one more object here. The header's button stands
 * where there is something to make a transcript of; an entry that is to be there before needs that rule widened.
 */
const entries = ({ slices, delivery, clock, own }: PartDeps): Option[] => {
  const { settings, conversations, locale } = slices;
  const { messaging, author } = delivery;
  const transcript: Option = {
    label: 'options.transcript',
    available: signal(true),
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
      listed: settings.canUserSeeConversationList,
      fetchIntegration: () =>
        fetchIntegration(
          delivery.connect(undefined, delivery.rules, `${settings.suncoUrl}/v2`),
          settings.integrationId,
        ),
    }),
  };
  return [transcript, end];
};

export const createPart = (deps: PartDeps) => {
  const part = createOptions({ options: entries(deps), report: deps.report });
  return (props: OptionsProps) => createElement(OptionsMenu, { ...props, part });
};
