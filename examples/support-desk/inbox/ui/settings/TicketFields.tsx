import { useId, useState } from 'react';
import { FIELDS } from '../../model/settings/sections';
import {
  FIELD_TYPES,
  fieldsOf,
  hasOptions,
  sameOptions,
  settingOf,
  type TicketField,
} from '../../model/settings/ticketFields';
import { Icon } from '../parts/Icon';
import { FieldNotes, notesId } from './FieldNotes';
import { useSetting } from './useSetting';

type FieldProps = {
  field: TicketField;
  place: number;
  fixed: boolean;
  change(change: Partial<TicketField>): void;
  remove(): void;
};

const Options = ({ field, fixed, change }: Omit<FieldProps, 'place' | 'remove'>) => {
  const id = useId();
  // What the agent typed, with its empty lines, while it means the same.
  const [written, write] = useState('');
  return (
    <div class="field">
      <label for={id}>Options, one a line: a value, or a value = its name</label>
      <textarea
        id={id}
        rows={4}
        dir="auto"
        disabled={fixed}
        value={sameOptions(written, field.options) ? written : field.options}
        onInput={(event) => {
          write(event.currentTarget.value);
          change({ options: event.currentTarget.value });
        }}
      />
    </div>
  );
};

const Field = ({ field, place, fixed, change, remove }: FieldProps) => {
  const id = useId();
  const text = (name: 'id' | 'title', label: string, most: number) => (
    <div class="field">
      <label for={`${id}-${name}`}>{label}</label>
      <input
        id={`${id}-${name}`}
        type="text"
        dir="auto"
        maxLength={most}
        disabled={fixed}
        value={field[name]}
        onInput={(event) => change({ [name]: event.currentTarget.value })}
      />
    </div>
  );
  return (
    <fieldset class="ticket-field">
      <legend class="setting-legend">{field.title || `Field ${field.id || place}`}</legend>
      <div class="ticket-field-row">
        {text('id', 'Id', 100)}
        {text('title', 'Name', 300)}
        <div class="field">
          <label for={`${id}-type`}>Type</label>
          <select
            id={`${id}-type`}
            disabled={fixed}
            value={field.type}
            onChange={(event) => change({ type: event.currentTarget.value })}
          >
            {FIELD_TYPES.map(([type, label]) => (
              <option key={type} value={type}>
                {label}
              </option>
            ))}
          </select>
        </div>
      </div>
      {hasOptions(field.type) && <Options {...{ field, fixed, change }} />}
      <label class="setting-switch">
        <input
          type="checkbox"
          checked={field.editable}
          disabled={fixed}
          onChange={(event) => change({ editable: event.currentTarget.checked })}
        />
        Pages may set it
      </label>
      <button type="button" class="button quiet" disabled={fixed} onClick={remove}>
        <Icon name="close" />
        {`Remove ${field.title || `field ${field.id || place}`}`}
      </button>
    </fieldset>
  );
};

/** The fields that pages may set in a conversation, and their values. */
export const TicketFields = () => {
  const { id, settings, fixed, issue, changed } = useSetting(FIELDS);
  const fields = fieldsOf(settings.valueOf(FIELDS));
  /** This number keeps a field's inputs when it moves. */
  const [removed, setRemoved] = useState(0);
  const put = (next: readonly TicketField[]): void => settings.set(FIELDS, settingOf(next));
  const add = (): void => {
    const taken = new Set(fields.map((field) => field.id));
    let next = fields.length + 1;
    while (taken.has(String(next))) next++;
    put([...fields, { id: String(next), title: '', type: 'text', options: '', editable: true, rest: {} }]);
  };
  return (
    <>
      <p class="secondary">
        Your pages set these fields in conversations by <code>conversationFields</code>. What does not fit its
        type is left out.
      </p>
      <div class="setting-group">
        <div class="setting" data-changed={changed} aria-describedby={notesId(id)}>
          {fields.map((field, at) => (
            <Field
              key={`${removed} ${at}`}
              field={field}
              place={at + 1}
              fixed={fixed}
              change={(change) => put(fields.map((other, i) => (i === at ? { ...other, ...change } : other)))}
              remove={() => {
                setRemoved(removed + 1);
                put(fields.filter((_, i) => i !== at));
              }}
            />
          ))}
          <button type="button" class="button" disabled={fixed} onClick={add}>
            Add a field
          </button>
          <FieldNotes {...{ id, fixed, issue }} />
        </div>
      </div>
    </>
  );
};
