import { obj, str } from '@porch/messenger/wire/decode';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { sameSetting } from '../../../shared/settingsPaths';
import type { SettingField } from '../../model/settings/sections';
import { Icon } from '../parts/Icon';
import { FieldNotes, notesId } from './FieldNotes';
import { SettingPicture } from './SettingPicture';
import { useSetting } from './useSetting';

/** A row of the form. Its key stays the same when it moves. */
type Row = { key: number; name: string; avatarUrl?: string };

/** What is saved: the people with a name. */
const peopleOf = (rows: readonly Row[]): Omit<Row, 'key'>[] =>
  rows
    .map(({ name, avatarUrl }) => ({ name: name.trim(), ...(avatarUrl ? { avatarUrl } : {}) }))
    .filter(({ name }) => name !== '');

const rowsOf = (given: unknown): Row[] =>
  (Array.isArray(given) ? given : []).map((entry, key) => ({
    key,
    name: str(obj(entry).name) ?? '',
    avatarUrl: str(obj(entry).avatarUrl),
  }));

type PersonProps = {
  row: Row;
  at: number;
  fixed: boolean;
  onChange(change: Partial<Row>): void;
  onRemove(): void;
};

const Person = ({ row, at, fixed, onChange, onRemove }: PersonProps) => {
  const id = useId();
  const who = row.name.trim() || `Person ${at + 1}`;
  return (
    <li class="team-person">
      <div class="field">
        <label for={id}>Name</label>
        <div class="team-name">
          <input
            id={id}
            type="text"
            dir="auto"
            maxLength={100}
            value={row.name}
            disabled={fixed}
            onInput={({ currentTarget }) => onChange({ name: currentTarget.value })}
          />
          <button
            type="button"
            class="icon-button"
            aria-label={`Remove ${who}`}
            disabled={fixed}
            onClick={onRemove}
          >
            <Icon name="close" />
          </button>
        </div>
      </div>
      <SettingPicture
        label={`Picture of ${who}`}
        who={{ id: who, name: who }}
        value={row.avatarUrl}
        fixed={fixed}
        onChange={(avatarUrl) => onChange({ avatarUrl })}
      />
    </li>
  );
};

/** A list of people with their pictures. An empty list overrides the default. */
export const TeamInput = ({ field }: { field: Extract<SettingField, { kind: 'team' }> }) => {
  const { path, label, hint, most } = field;
  const { id, settings, fixed, issue, changed: isChanged } = useSetting(path);
  const given = settings.valueOf(path);
  const saved = rowsOf(given);
  // What the agent entered, with the rows that have no name yet, while it means the same.
  const [entered, enter] = useState(saved);
  const rows = sameSetting(peopleOf(entered), peopleOf(saved)) ? entered : saved;
  const latest = useRef(rows);
  latest.current = rows;
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  /** The element to focus after rendering: the last row, or the button that adds one. */
  const next = useRef<'last' | 'add' | undefined>(undefined);
  useLayoutEffect(() => {
    const last = list.current?.querySelector<HTMLElement>(':scope > li:last-child input');
    if (next.current) (next.current === 'last' ? last : add.current)?.focus();
    next.current = undefined;
  });
  const put = (changed: Row[]): void => {
    enter(changed);
    const people = peopleOf(changed);
    settings.set(path, people.length > 0 || settings.defaultOf(path) ? people : undefined);
  };
  return (
    <fieldset class="setting" data-changed={isChanged} aria-describedby={notesId(id)}>
      <legend class="setting-label">{label}</legend>
      <ul ref={list} class="team-people">
        {rows.map((row, at) => (
          <Person
            key={row.key}
            row={row}
            at={at}
            fixed={fixed}
            onChange={(change) =>
              put(latest.current.map((one) => (one.key === row.key ? { ...one, ...change } : one)))
            }
            onRemove={() => {
              next.current = 'add';
              put(latest.current.filter(({ key }) => key !== row.key));
            }}
          />
        ))}
      </ul>
      <FieldNotes {...{ id, hint, fixed, issue }} />
      <button
        ref={add}
        type="button"
        class="button"
        disabled={fixed || rows.length >= most}
        onClick={() => {
          next.current = 'last';
          put([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, name: '' }]);
        }}
      >
        Add a person
      </button>
    </fieldset>
  );
};
