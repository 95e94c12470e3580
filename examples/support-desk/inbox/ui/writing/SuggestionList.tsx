import type { Suggestions } from './useSuggestions';

type Props = {
  suggestions: Suggestions;
  /** The list's name, the name of one item, and the text for an empty list. */
  words: { name: string; one: string; nothing: string };
};

/** The suggestions above the text that is being written. The focus stays in the text. */
export const SuggestionList = ({ suggestions, words }: Props) => {
  const { offered, chosen, nothing } = suggestions;
  const found = offered.length === 1 ? `1 ${words.one}.` : `${offered.length} ${words.name.toLowerCase()}.`;
  return (
    <>
      <p class="visually-hidden" role="status">
        {offered.length > 0 ? `${found} Arrows choose, Enter inserts.` : nothing ? words.nothing : ''}
      </p>
      {nothing && (
        <p class="slash-list slash-nothing" aria-hidden="true">
          {words.nothing}
        </p>
      )}
      {offered.length > 0 && (
        <div id={suggestions.listId} class="slash-list" role="listbox" aria-label={words.name}>
          {offered.map((suggestion) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text
            // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus
            <div
              key={suggestion.id}
              id={suggestions.optionId(suggestion)}
              class="slash-option"
              role="option"
              aria-selected={suggestion.id === chosen?.id}
              // A press would take the focus from the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => suggestions.insert(suggestion)}
            >
              <span class="slash-shortcut" dir="auto">
                {suggestion.label}
              </span>{' '}
              <span class="slash-text" dir="auto">
                {suggestion.detail}
              </span>
            </div>
          ))}
        </div>
      )}
    </>
  );
};
