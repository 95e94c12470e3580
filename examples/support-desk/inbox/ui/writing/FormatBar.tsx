import type { Format } from '../../model/formatted';
import { Icon, type IconName } from '../parts/Icon';
import { latinKey } from '../parts/latinKey';

const FORMATS: readonly { how: Format; label: string; icon: IconName; key?: string; ofSelection?: true }[] = [
  { how: 'bold', label: 'Bold', icon: 'bold', key: 'b' },
  { how: 'italic', label: 'Italic', icon: 'italic', key: 'i' },
  { how: 'link', label: 'Link', icon: 'link', key: 'k', ofSelection: true },
  { how: 'bullets', label: 'Bulleted list', icon: 'bullets' },
  { how: 'numbers', label: 'Numbered list', icon: 'numbers' },
  { how: 'code', label: 'Code', icon: 'code', key: 'e' },
];

/**
 * The format for a key pressed with Control or Command.
 * @param selects whether text is selected: without a selection, Ctrl+K opens the command menu
 */
export const formatOfKey = (event: KeyboardEvent, selects: boolean): Format | undefined =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    ? FORMATS.find(
        ({ key, ofSelection }) => key === latinKey(event).toLowerCase() && (selects || !ofSelection),
      )?.how
    : undefined;

/** The buttons that format the reply. */
export const FormatBar = ({ onFormat }: { onFormat(how: Format): void }) => (
  <fieldset class="format-bar" aria-label="Formatting">
    {FORMATS.map(({ how, label, icon, key, ofSelection }) => (
      <button
        key={how}
        type="button"
        class="icon-button"
        aria-label={label}
        aria-keyshortcuts={key && `Control+${key.toUpperCase()}`}
        title={key ? `${label} (Ctrl+${key.toUpperCase()}${ofSelection ? ' on selected text' : ''})` : label}
        // The text keeps its selection.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onFormat(how)}
      >
        <Icon name={icon} />
      </button>
    ))}
  </fieldset>
);
