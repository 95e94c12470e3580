import { useLayoutEffect, useRef, useState } from 'react';
import type { ApiResult } from '../../model/apiResult';
import { allRows, type Column, rowsText, type SampleField } from '../../model/sampleFields';
import { Icon } from '../parts/Icon';
import { PictureControl } from '../parts/PictureControl';

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

type PictureProps = { label: string; value: string; upload: Upload; onChange(value: string): void };

/** Uploads the picture of an entry, whose address then fills the field above. */
const CellPicture = ({ label, value, upload, onChange }: PictureProps) => {
  // An address that is typed would be requested with each letter.
  const [uploaded, setUploaded] = useState('');
  const isUploaded = value !== '' && value === uploaded;
  return (
    <PictureControl
      label={label}
      shape="whole"
      face={isUploaded && <img class="row-picture" src={value} alt="" />}
      isSet={value !== ''}
      keep={async (picture) => {
        const answer = await upload(picture);
        if (answer.ok) {
          setUploaded(answer.value);
          onChange(answer.value);
        }
        return answer;
      }}
      remove={async () => {
        onChange('');
        return { ok: true, value: undefined };
      }}
      kept="The picture is uploaded."
      removed=""
    />
  );
};

/** Uploads a picture. @returns its address */
export type Upload = (picture: Blob) => Promise<ApiResult<string>>;

type Props = {
  upload: Upload;
  field: Extract<SampleField, { kind: 'rows' }>;
  value: string;
  onChange(value: string): void;
};

/** A list whose entries have a few parts each, with one empty entry at first. */
export const RowsField = ({ field, value, upload, onChange }: Props) => {
  const { columns, example } = field;
  const list = useRef<HTMLOListElement>(null);
  /** Whether the last entry was just added, and takes the focus. */
  const added = useRef(false);
  const stored = allRows(value);
  const rows = stored.length > 0 ? stored : [[]];
  /** Other parts may change during an upload. */
  const latest = useRef(rows);
  latest.current = rows;
  const write = (next: readonly (readonly string[])[]): void => onChange(rowsText(next));
  const put = (at: number, part: number, text: string): void =>
    write(
      latest.current.map((row, index) =>
        index === at ? columns.map((_, other) => (other === part ? text : (row[other] ?? ''))) : row,
      ),
    );
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
                onChange={(text) => put(at, part, text)}
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
            {columns.map(
              ({ kind }, part) =>
                kind === 'picture' && (
                  <CellPicture
                    key={part}
                    label={rows.length === 1 ? 'Picture' : `Picture ${at + 1}`}
                    value={row[part] ?? ''}
                    upload={upload}
                    onChange={(text) => put(at, part, text)}
                  />
                ),
            )}
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
