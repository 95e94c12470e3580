import { replyBody } from '../../model/formatted';
import { EXAMPLES, fillFor, unfilled, unfilledWords, VARIABLES } from '../../model/variables';
import { Formatted } from '../message/Formatted';
import { useDesk } from '../parts/view';
import { variablesFor } from './pickSaved';

/** The variables of saved replies. A press inserts one. */
export const VariableHelp = ({ onInsert }: { onInsert(variable: string): void }) => (
  <details class="variable-help">
    <summary>Variables and fallbacks</summary>
    <p class="secondary">
      Words after a bar stand in when nothing is known: <code>{'{{visitor.name|there}}'}</code>. Without a
      fallback, an unknown name is left out with its comma, and anything else is shown to you before you send.
    </p>
    <ul>
      {VARIABLES.map(([name, words]) => (
        <li key={name}>
          <button type="button" class="button quiet variable" onClick={() => onInsert(`{{${name}}}`)}>
            <code>{`{{${name}}}`}</code>
          </button>{' '}
          <span class="secondary">{words}</span>
        </li>
      ))}
    </ul>
  </details>
);

const Example = ({ title, text }: { title: string; text: string }) => {
  const { markdownText } = replyBody(text);
  const left = unfilled(text).map(unfilledWords);
  return (
    <section class="reply-preview" aria-label={title}>
      <p class="meta">{title}</p>
      {markdownText ? (
        <Formatted source={markdownText} />
      ) : (
        <p class="saved-preview" dir="auto">
          {text}
        </p>
      )}
      {left.length > 0 && (
        <p class="meta error" dir="auto">
          {new Intl.ListFormat('en').format(left)}
        </p>
      )}
    </section>
  );
};

/** What two visitors would read: the desk knows everything about the first, and nothing about the second. */
export const SavedPreview = ({ text }: { text: string }) => {
  const { workspace } = useDesk();
  if (!text.trim()) return null;
  const known = fillFor(text, variablesFor(workspace, EXAMPLES.known));
  const unknown = fillFor(text, variablesFor(workspace, EXAMPLES.unknown));
  return (
    <div class="saved-previews">
      <Example title={known === unknown ? 'What the visitor reads' : 'What Ana reads'} text={known} />
      {known !== unknown && <Example title="What an unknown visitor reads" text={unknown} />}
    </div>
  );
};
