import { useLayoutEffect, useRef } from 'react';
import type { AgentMessage } from '../../../shared/answers/messages';
import { messageText } from '../../../shared/messageText';
import { languageName } from '../../model/describe';
import type { TranslationProblem } from '../../platform/translationBrowser';
import { Icon } from '../parts/Icon';
import { Text } from '../parts/Text';
import { type Desk, useDesk } from '../parts/view';

const PROBLEMS: Record<TranslationProblem, string> = {
  unsure: 'The language of this message is not clear.',
  unpaired: 'Your browser does not translate this language.',
  unasked: 'Your browser must load this language once.',
  failed: 'Your browser could not translate this.',
};

/** What a visitor wrote in free text, which a browser can translate. */
const isTranslatable = ({ role, type }: AgentMessage): boolean => role === 'appUser' && type === 'text';

const translate = ({ workspace }: Desk, message: AgentMessage): void =>
  void workspace.translating.translate(
    message._id,
    messageText(message),
    workspace.active.peek()?.visitor.locale,
  );

/** Translates the visitor's messages, newest first. */
export const translateAll = (desk: Desk): void => {
  const entries = desk.workspace.thread.peek()?.entries.peek() ?? [];
  for (const { message } of entries.toReversed()) if (isTranslatable(message)) translate(desk, message);
};

/** Whether the open conversation has something to translate. */
export const canTranslate = ({ workspace }: Desk): boolean =>
  workspace.translating.language !== undefined &&
  (workspace.thread.value?.entries.value.some(({ message }) => isTranslatable(message)) ?? false);

/** The button that translates a message, unless the note below it has one. */
export const TranslateButton = ({ message }: { message: AgentMessage }) => {
  const desk = useDesk();
  const { translating } = desk.workspace;
  const isOffered = translating.language !== undefined && isTranslatable(message);
  const status = translating.of(message._id)?.status;
  if (!isOffered || status === 'done' || status === 'problem') return null;
  return (
    <button
      type="button"
      class="icon-button quote-button"
      aria-label="Translate"
      title="Translate in this browser"
      aria-disabled={status === 'working'}
      onClick={() => translate(desk, message)}
    >
      <Icon name="translate" />
    </button>
  );
};

/** The translation in place of a message's content; undefined while the original is shown. */
export const useTranslation = (message: AgentMessage) => {
  const { translating } = useDesk().workspace;
  const translation = translating.of(message._id);
  if (translation?.status !== 'done' || !translation.isShown) return undefined;
  return (
    <div lang={translating.language}>
      <Text text={translation.text} />
    </div>
  );
};

/** A button that replaces the pressed one and takes its focus. */
const Following = ({ words, run }: { words: string; run(): void }) => {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) button.current?.focus();
  }, []);
  return (
    <button ref={button} type="button" class="button quiet" onClick={run}>
      {words}
    </button>
  );
};

/** Below a message: that it is translated, with a button for the original, or why it is not. */
export const TranslationNote = ({ message }: { message: AgentMessage }) => {
  const desk = useDesk();
  const { translating } = desk.workspace;
  const translation = translating.of(message._id);
  if (!translation) return null;
  const { status } = translation;
  if (status === 'same')
    return (
      <p class="message-state" role="status">
        This is in your language already.
      </p>
    );
  if (status === 'working') {
    const { loaded } = translation;
    const percent = new Intl.NumberFormat('en', { style: 'percent' }).format(loaded ?? 0);
    return (
      <p class="message-state" role="status">
        {loaded === undefined || loaded >= 1 ? 'Translating…' : `Loading the language: ${percent}`}
      </p>
    );
  }
  const action =
    status === 'problem'
      ? { words: 'Translate', run: () => translate(desk, message) }
      : {
          words: translation.isShown ? 'Show the original' : 'Show the translation',
          run: () => translating.show(message._id, !translation.isShown),
        };
  return (
    <p class="translation-note message-state">
      <span role="status">
        {status === 'problem'
          ? PROBLEMS[translation.problem]
          : `Translated from ${languageName(translation.from)} by your browser`}
      </span>
      <Following {...action} />
    </p>
  );
};
