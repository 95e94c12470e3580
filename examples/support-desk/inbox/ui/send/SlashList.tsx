import type { Slash } from './useSlash';

const NOTHING = 'No saved replies yet. Write some with the plus button, Saved replies.';

/** The saved replies on offer, above the reply. The focus stays in the reply. */
export const SlashList = ({ slash }: { slash: Slash }) => {
  const { offered, chosen, nothing } = slash;
  const found = offered.length === 1 ? '1 saved reply.' : `${offered.length} saved replies.`;
  return (
    <>
      <p class="visually-hidden" role="status">
        {offered.length > 0 ? `${found} Arrows choose, Enter inserts.` : nothing ? NOTHING : ''}
      </p>
      {nothing && (
        <p class="slash-list slash-nothing" aria-hidden="true">
          {NOTHING}
        </p>
      )}
      {offered.length > 0 && (
        <div id={slash.listId} class="slash-list" role="listbox" aria-label="Saved replies">
          {offered.map((reply) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the reply
            // biome-ignore lint/a11y/useFocusableInteractive: the reply keeps the focus
            <div
              key={reply._id}
              id={slash.optionId(reply)}
              class="slash-option"
              role="option"
              aria-selected={reply === chosen}
              // A press would take the focus from the reply.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => slash.insert(reply)}
            >
              <span class="slash-shortcut" dir="auto">
                /{reply.shortcut}
              </span>{' '}
              <span class="slash-text" dir="auto">
                {reply.text}
              </span>
            </div>
          ))}
        </div>
      )}
    </>
  );
};
