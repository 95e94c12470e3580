import { useLayoutEffect, useRef } from 'react';
import { allRows, type Column, rowsText, type SampleField } from '../../model/sampleFields';
import { Icon } from '../Icon';

type CellProps = {
  column: Column;
  label: string;
  value: string;
  example: string;
  onChange(value: string): void;
};

const Cell = ({ column, label, value, example, onChange }: CellProps) =>
  column.kind === 'choice' ? (
    <select
      aria-label={label}
      value={value || column.options[0]?.[0]}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {column.options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  ) : (
    <input
      type="text"
      aria-label={label}
      placeholder={example || column.label}
      dir="auto"
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );

type Props = {
  field: Extract<SampleField, { kind: 'rows' }>;
  value: string;
  onChange(value: string): void;
};

/** A list whose entries have a few parts each, with an empty one at the beginning. */
export const RowsField = ({ field, value, onChange }: Props) => {
  const { columns, example } = field;
  const list = useRef<HTMLOListElement>(null);
  /** Whether the last entry was just added, and takes the focus. */
  const added = useRef(false);
  const stored = allRows(value);
  const rows = stored.length > 0 ? stored : [[]];
  const write = (next: readonly (readonly string[])[]): void => onChange(rowsText(next));
  useLayoutEffect(() => {
    if (!added.current) return;
    added.current = false;
    list.current?.querySelector<HTMLElement>(':scope > li:last-child input')?.focus();
  });
  return (
    <fieldset class="field rows-field">
      <legend>{field.label}</legend>
      <ol ref={list} style={{ '--columns': columns.length }}>
        {rows.map((row, at) => (
          <li key={at}>
            {columns.map((column, part) => (
              <Cell
                key={column.label}
                column={column}
                label={rows.length === 1 ? column.label : `${column.label} ${at + 1}`}
                value={row[part] ?? ''}
                example={example[at]?.[part] ?? ''}
                onChange={(text) => {
                  const changed = columns.map((_, other) => (other === part ? text : (row[other] ?? '')));
                  write(rows.map((one, index) => (index === at ? changed : one)));
                }}
              />
            ))}
            <button
              type="button"
              class="icon-button"
              aria-label={`Remove ${at + 1}`}
              disabled={rows.length === 1}
              onClick={() => write(rows.filter((_, index) => index !== at))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ol>
      <button
        type="button"
        class="button quiet"
        onClick={() => {
          added.current = true;
          write([...rows, []]);
        }}
      >
        <Icon name="more" />
        {field.add}
      </button>
      {field.hint && <p class="meta">{field.hint}</p>}
    </fieldset>
  );
};
