import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Emoji, emojis } from '../../model/emoji';
import { ranked } from '../../model/ranked';
import { isComposing } from '../parts/isComposing';
import { Popup } from '../parts/Popup';

/** The emojis in a row of the panel, the same number as in the style sheet. */
const COLUMNS = 8;

const STEPS: Partial<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: COLUMNS,
  ArrowUp: -COLUMNS,
};

/** The step of an arrow key, reversed on a right-to-left page. */
const stepOf = (key: string): number | undefined => {
  const step = STEPS[key];
  return step !== undefined && Math.abs(step) === 1 && document.dir === 'rtl' ? -step : step;
};

/** Finds an emoji by its name: a field whose arrow keys move through the emojis below it. */
const Picker = ({ onChoose }: { onChoose(emoji: string): void }) => {
  const all = useMemo(emojis, []);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const shown = ranked(all, typed, all.length);
  const chosen = shown[Math.min(at, shown.length - 1)];
  const optionId = ({ emoji }: Emoji): string => `${id}-${emoji.codePointAt(0)}`;
  const chosenId = chosen && optionId(chosen);
  useLayoutEffect(() => field.current?.focus(), []);
  useLayoutEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView?.({ block: 'nearest' });
  }, [chosenId]);
  return (
    <div class="menu-panel emoji-panel">
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label="Emoji"
        aria-expanded={shown.length > 0}
        aria-controls={id}
        aria-activedescendant={chosenId}
        aria-autocomplete="list"
        autocomplete="off"
        placeholder="Find an emoji"
        maxLength={40}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (isComposing(event) || event.altKey || event.ctrlKey || event.metaKey) return;
          const step = stepOf(event.key);
          if (step !== undefined) setAt(Math.min(shown.length - 1, Math.max(0, at + step)));
          else if (event.key !== 'Enter') return;
          else if (chosen) onChoose(chosen.emoji);
          event.preventDefault();
        }}
      />
      <div id={id} class="emoji-grid" role="listbox" aria-label="Emojis">
        {shown.map((one) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
          <div
            key={one.emoji}
            id={optionId(one)}
            class="emoji"
            role="option"
            aria-label={one.label}
            aria-selected={one === chosen}
            title={one.label}
            // A press would take the focus from the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(one.emoji)}
          >
            {one.emoji}
          </div>
        ))}
      </div>
      <p class="meta emoji-name" role="status">
        {chosen ? chosen.label : 'Nothing like it.'}
      </p>
    </div>
  );
};

/** The button that inserts an emoji at the caret. */
export const EmojiButton = ({ onChoose }: { onChoose(emoji: string): void }) => {
  const toggle = useRef<HTMLButtonElement>(null);
  return (
    <Popup label="Emoji" icon="smile" title="Emoji" place="above" toggle={toggle}>
      {(close) => (
        <Picker
          onChoose={(emoji) => {
            close();
            onChoose(emoji);
          }}
        />
      )}
    </Popup>
  );
};
