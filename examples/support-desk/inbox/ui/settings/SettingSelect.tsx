import type { ComponentChildren } from 'preact';
import { FieldNotes, notesId } from './FieldNotes';
import { useSetting } from './useSetting';

type Props = {
  path: string;
  label: string;
  hint?: string;
  value: string;
  /** Each value with its label. */
  options: readonly (readonly [string, string])[];
  /** Shown among the notes. */
  children?: ComponentChildren;
};

/** A setting with a choice of values. */
export const SettingSelect = ({ path, label, hint, value, options, children }: Props) => {
  const { id, settings, fixed, issue, changed } = useSetting(path);
  return (
    <div class="setting field" data-changed={changed}>
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={fixed}
        aria-invalid={issue !== undefined}
        aria-describedby={notesId(id)}
        onChange={(event) => settings.choose(path, event.currentTarget.value)}
      >
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
      <FieldNotes {...{ id, hint, fixed, issue }}>{children}</FieldNotes>
    </div>
  );
};
