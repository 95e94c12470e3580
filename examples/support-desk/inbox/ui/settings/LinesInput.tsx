import { obj } from '@porch/messenger/wire/decode';
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

type Kind = 'lines' | 'team';

/** A person as 'Name', or as 'Name | address of a picture'. */
const lineOf = (kind: Kind, entry: unknown): string => {
  if (kind === 'lines') return String(entry);
  const { name, avatarUrl } = obj(entry);
  return [name, avatarUrl].filter(Boolean).join(' | ');
};

const entryOf = (kind: Kind, line: string): unknown => {
  if (kind === 'lines') return line;
  const [name = '', avatarUrl] = line.split('|').map((part) => part.trim());
  return { name, ...(avatarUrl ? { avatarUrl } : {}) };
};

/** A list of texts or people, one a line. Empty lines are no entries; no entries at all go over a default. */
export const LinesInput = ({ field }: { field: Extract<SettingField, { kind: Kind }> }) => {
  const { path, label, hint, most, kind } = field;
  const { id, settings, fixed, issue, changed } = useSetting(path);
  const given = settings.valueOf(path);
  const usual = settings.defaultOf(path);
  const lines = Array.isArray(given) ? given.map((entry) => lineOf(kind, entry)) : [];
  // What the agent writes, with its empty lines, as long as it says the same.
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
          const entries = next.map((line) => entryOf(kind, line));
          settings.set(path, entries.length > 0 || usual ? entries : undefined);
        }}
      />
      <FieldNotes {...{ id, hint, fixed, issue }} />
    </div>
  );
};
