import { parseColor } from '@porch/messenger/wire/theme';
import { BRAND_FIELDS, type ColorField, DETAIL_FIELDS } from '../../model/settings/colorFields';
import { type ContrastNote, contrastNotes, hexOf } from '../../model/settings/contrastNotes';
import type { SettingField } from '../../model/settings/sections';
import { Icon } from '../parts/Icon';
import { useDesk } from '../parts/view';
import { FieldNotes, notesId } from './FieldNotes';
import { SettingInput } from './SettingInput';
import { useSetting } from './useSetting';

const SCHEME: SettingField = {
  path: 'messenger/theme/scheme',
  label: 'Scheme',
  hint: 'If you set a background color, it decides the scheme.',
  kind: 'choice',
  options: [
    ['light', 'Light'],
    ['dark', 'Dark'],
    ['auto', 'As the visitor’s system'],
  ],
};

const Sample = ({ surface, ink }: { surface: string; ink: string }) => (
  <span
    class="color-sample"
    aria-hidden="true"
    ref={(element) => {
      element?.style.setProperty('--sample', surface);
      element?.style.setProperty('--sample-ink', ink);
    }}
  >
    Aa
  </span>
);

const Note = ({ note }: { note: ContrastNote }) => (
  <p class={`contrast-note${note.warning ? ' warning' : ''}`}>
    {note.sample && <Sample {...note.sample} />}
    {note.warning && <Icon name="alert" />}
    <span>{note.words}</span>
  </p>
);

const ColorInput = ({ field, note }: { field: ColorField; note?: ContrastNote }) => {
  const { path, label, hint } = field;
  const { id, settings, fixed, issue, changed } = useSetting(path);
  const given = settings.givenOf(path);
  const usual = field.usual?.[settings.valueOf(SCHEME.path) === 'dark' ? 1 : 0];
  const shown = parseColor(given ?? usual);
  return (
    <div class="setting field" data-changed={changed}>
      <label for={id}>{label}</label>
      <div class="color-row">
        <input
          type="color"
          aria-label={`${label}: pick`}
          value={shown ? hexOf(shown) : '#808080'}
          data-unset={shown === undefined}
          disabled={fixed}
          onInput={(event) => settings.set(path, event.currentTarget.value)}
        />
        <input
          id={id}
          type="text"
          dir="ltr"
          spellcheck={false}
          value={String(given ?? '')}
          placeholder={usual ?? 'derived'}
          maxLength={60}
          disabled={fixed}
          aria-invalid={issue !== undefined}
          aria-describedby={notesId(id)}
          onInput={(event) => settings.set(path, event.currentTarget.value.trim() || undefined)}
        />
        <button
          type="button"
          class="button quiet"
          aria-label={`${label}: default`}
          disabled={fixed || given === undefined}
          onClick={() => settings.set(path, undefined)}
        >
          Default
        </button>
      </div>
      <FieldNotes {...{ id, hint, fixed, issue }}>
        {!issue && <div role="status">{note && <Note note={note} />}</div>}
      </FieldNotes>
    </div>
  );
};

/** The colors, each with a note on its contrast. */
export const Colors = () => {
  const { settings } = useDesk().workspace;
  const notes = contrastNotes(settings.valueOf);
  const inputs = (fields: readonly ColorField[]) =>
    fields.map((field) => <ColorInput key={field.path} field={field} note={notes.get(field.path)} />);
  const used = DETAIL_FIELDS.some(({ path }) => settings.givenOf(path) !== undefined);
  return (
    <>
      <div class="setting-group">
        <SettingInput field={SCHEME} />
        {inputs(BRAND_FIELDS)}
      </div>
      <details class="setting-details" open={used || undefined}>
        <summary>All colors</summary>
        <p class="secondary">
          What you leave empty is derived from the colors above, so that all of it can be read.
        </p>
        <div class="setting-group">{inputs(DETAIL_FIELDS)}</div>
      </details>
    </>
  );
};
