import { useRef, useState } from 'react';
import type { SettingField } from '../../model/settings/sections';
import { useDesk } from '../parts/view';
import { FieldNotes, notesId } from './FieldNotes';
import { LinesInput } from './LinesInput';
import { SettingPicture } from './SettingPicture';
import { SettingSelect } from './SettingSelect';
import { TeamInput } from './TeamInput';
import { useSetting } from './useSetting';

type Of<K extends SettingField['kind']> = { field: Extract<SettingField, { kind: K }> };

/** @param onSwitch called after the agent has switched it */
export const Switch = ({
  field: { path, label, hint },
  onSwitch,
}: Of<'switch'> & { onSwitch?: (on: boolean) => void }) => {
  const { id, settings, fixed, issue, changed } = useSetting(path);
  return (
    <div class="setting" data-changed={changed}>
      <label class="setting-switch">
        <input
          type="checkbox"
          checked={settings.valueOf(path) === true}
          disabled={fixed}
          aria-describedby={notesId(id)}
          onChange={({ currentTarget: { checked } }) => {
            settings.choose(path, checked);
            onSwitch?.(checked);
          }}
        />
        {label}
      </label>
      <FieldNotes {...{ id, hint, fixed, issue }} />
    </div>
  );
};

const Choice = ({ field: { path, label, hint, options } }: Of<'choice'>) => {
  const { settings } = useDesk().workspace;
  const value = String(settings.valueOf(path) ?? options[0]?.[0]);
  return <SettingSelect {...{ path, label, hint, options, value }} />;
};

const Count = ({ field: { path, label, hint, low, high, unit } }: Of<'number'>) => {
  const { id, settings, fixed, issue, changed } = useSetting(path);
  const usual = settings.defaultOf(path);
  return (
    <div class="setting field" data-changed={changed}>
      <label for={id}>
        {label} <span class="meta">({unit})</span>
      </label>
      <input
        id={id}
        type="number"
        min={low}
        max={high}
        value={String(settings.givenOf(path) ?? '')}
        placeholder={usual === undefined ? '' : String(usual)}
        disabled={fixed}
        aria-invalid={issue !== undefined}
        aria-describedby={notesId(id)}
        onInput={({ currentTarget }) => {
          const { value } = currentTarget;
          settings.set(path, value === '' ? undefined : Number(value));
        }}
      />
      <FieldNotes {...{ id, hint, fixed, issue }} />
    </div>
  );
};

/** A text with a higher maximum length gets several lines. */
const LONG = 1000;

const Words = ({ field }: Of<'text' | 'address'>) => {
  const { path, label, hint, kind, most } = field;
  const { id, settings, fixed, issue, changed } = useSetting(path);
  const usual = field.placeholder ?? settings.defaultOf(path);
  const common = {
    id,
    value: String(settings.givenOf(path) ?? ''),
    placeholder: usual === undefined ? '' : String(usual),
    maxLength: most,
    disabled: fixed,
    dir: kind === 'address' ? ('ltr' as const) : ('auto' as const),
    'aria-invalid': issue !== undefined,
    'aria-describedby': notesId(id),
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      settings.set(path, currentTarget.value || (field.mayBeNone && usual !== undefined ? '' : undefined)),
  };
  return (
    <div class="setting field" data-changed={changed}>
      <label for={id}>{label}</label>
      {kind === 'text' &&
        (most < LONG ? <input type="text" {...common} /> : <textarea rows={3} {...common} />)}
      {kind === 'address' && <input type="url" {...common} />}
      <FieldNotes {...{ id, hint, fixed, issue }} />
    </div>
  );
};

/** A picture, either uploaded or at another address. */
const Picture = ({ field: { path, label, hint, most } }: Of<'picture'>) => {
  const { id, settings, fixed, issue, changed } = useSetting(path);
  const given = settings.givenOf(path);
  const value = typeof given === 'string' && given !== '' ? given : undefined;
  const name = String(settings.valueOf(path.startsWith('agent/') ? 'agent/name' : 'messenger/title') ?? '');
  const set = (address: string | undefined): void => settings.set(path, address);
  // While an address is typed, each letter would request another picture.
  const [writing, setWriting] = useState(false);
  const shown = useRef(value);
  if (!writing) shown.current = value;
  return (
    <div class="setting field" data-changed={changed}>
      <p class="setting-label">{label}</p>
      <SettingPicture
        label={label}
        who={{ id: path, name }}
        value={shown.current}
        fixed={fixed}
        onChange={set}
      />
      <label for={id}>{label} at an address</label>
      <input
        id={id}
        type="url"
        dir="ltr"
        value={value ?? ''}
        maxLength={most}
        disabled={fixed}
        aria-invalid={issue !== undefined}
        aria-describedby={notesId(id)}
        onFocus={() => setWriting(true)}
        onBlur={() => setWriting(false)}
        onInput={({ currentTarget }) => set(currentTarget.value || undefined)}
      />
      <FieldNotes {...{ id, hint, fixed, issue }} />
    </div>
  );
};

/** One setting with its label, hint and error. */
export const SettingInput = ({ field }: { field: SettingField }) => {
  if (field.kind === 'switch') return <Switch field={field} />;
  if (field.kind === 'choice') return <Choice field={field} />;
  if (field.kind === 'number') return <Count field={field} />;
  if (field.kind === 'lines') return <LinesInput field={field} />;
  if (field.kind === 'team') return <TeamInput field={field} />;
  if (field.kind === 'picture') return <Picture field={field} />;
  return <Words field={field} />;
};
