import { useState } from 'react';
import { sameSetting } from '../../../shared/settingsPaths';
import type { SettingField } from '../../model/settings/sections';
import { FieldNotes, notesId } from './FieldNotes';
import { useSetting } from './useSetting';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A list of texts, one per line. Empty lines are ignored; an empty list overrides the default. */
export const LinesInput = ({ field }: { field: Extract<SettingField, { kind: 'lines' }> }) => {
  const { path, label, hint, most } = field;
  const { id, settings, fixed, issue, changed } = useSetting(path);
  const given = settings.valueOf(path);
  const usual = settings.defaultOf(path);
  const lines = Array.isArray(given) ? given.map(String) : [];
  // What the agent typed, with its empty lines, while it means the same.
  const [written, write] = useState('');
  return (
    <div class="setting field" data-changed={changed}>
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={most}
        value={sameSetting(linesOf(written), lines) ? written : lines.join('\n')}
        disabled={fixed}
        dir="auto"
        aria-invalid={issue !== undefined}
        aria-describedby={notesId(id)}
        onInput={({ currentTarget }) => {
          const next = linesOf(currentTarget.value);
          write(currentTarget.value);
          settings.set(path, next.length > 0 || usual ? next : undefined);
        }}
      />
      <FieldNotes {...{ id, hint, fixed, issue }} />
    </div>
  );
};
