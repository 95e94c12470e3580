import { list, listOf, str } from '@porch/messenger/wire/decode';
import { cutText } from '../../shared/cutText';

/** A part of each entry of a list. A required part must be filled in once another part is. */
export type Column = {
  label: string;
  optional?: true;
} /** `picture` is the address of a picture, which can be uploaded. */ & (
  | { kind: 'text' | 'picture' }
  | { kind: 'choice'; options: readonly (readonly [value: string, label: string])[] }
);

/**
 * A field for the agent to fill in. `rows` is a list of entries with a few parts each. A text is empty at first and
 * shows its example; a choice starts with its `value`.
 */
export type SampleField = { key: string; label: string; hint?: string; optional?: true } & (
  | { kind: 'text' | 'long' | 'json'; example: string }
  | { kind: 'rows'; columns: readonly Column[]; add: string; example: readonly (readonly string[])[] }
  | { kind: 'choice'; value: string; options: readonly (readonly [value: string, label: string])[] }
);

export type Values = Readonly<Record<string, string>>;

/** Context for samples: the desk's address, and the messages that can be quoted, newest first. */
export type SampleContext = { base: string; quotable: readonly (readonly [id: string, text: string])[] };

/** The entries of a list, as the text of a field's value. */
export const rowsText = (rows: readonly (readonly string[])[]): string => JSON.stringify(rows);

/** The entries of a list, including empty ones. */
export const allRows = (value: string | undefined): string[][] => {
  try {
    return listOf(JSON.parse(value || '[]'), (row) => list(row).map((part) => str(part) ?? ''));
  } catch {
    return [];
  }
};

/** The entries of a list that are not empty, with their parts trimmed. */
export const rowsOf = (value: string | undefined): string[][] =>
  allRows(value)
    .map((row) => row.map((part) => part.trim()))
    .filter(([first = '', ...rest]) => first !== '' || rest.some((part) => part !== ''));

export const choices = (...values: string[]): (readonly [string, string])[] =>
  values.map((value) => [value, value.charAt(0).toUpperCase() + value.slice(1)] as const);

export const yesNo = (field: string, value: string | undefined): Record<string, boolean> =>
  value === 'yes' ? { [field]: true } : {};

const asPayload = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');

/** Whether a field is filled in as required. */
export const isFilled = (field: SampleField, value: string | undefined): boolean => {
  if (field.kind !== 'rows') return field.optional === true || (value ?? '').trim() !== '';
  const rows = rowsOf(value);
  const isWhole = (row: string[]) =>
    field.columns.every(({ kind, optional }, at) => optional || kind === 'choice' || row[at]);
  return rows.every(isWhole) && (field.optional === true || rows.length > 0);
};

/** Buttons of one type, from rows of a label and a payload (an address for links). */
export const buttons = (type: 'reply' | 'link' | 'postback', value: string | undefined) =>
  rowsOf(value).map(([text = '', rest = '']) =>
    type === 'link' ? { type, text, uri: rest } : { type, text, payload: rest || asPayload(text) },
  );

/** Items from rows of a title, a description and a picture, each with a postback button. */
export const itemsOf = (value: string | undefined) =>
  rowsOf(value).map(([title = '', description = '', mediaUrl = '']) => ({
    title,
    ...(description ? { description } : {}),
    ...(mediaUrl ? { mediaUrl, altText: cutText(title, 128) } : {}),
    actions: [{ type: 'postback', text: 'Choose', payload: asPayload(title) }],
  }));
