import { fieldId } from '@porch/messenger/wire/customFields';
import { type Json, list, listOf, obj, str } from '@porch/messenger/wire/decode';
import { sameSetting } from '../../../shared/settingsPaths';

/** A ticket field as the form edits it; `rest` keeps what the form does not know. */
export type TicketField = {
  id: string;
  title: string;
  type: string;
  /** The options of a drop-down or a multi-select, one per line: `value`, or `value = name`. */
  options: string;
  editable: boolean;
  rest: Json;
};

export const FIELD_TYPES: readonly (readonly [type: string, label: string])[] = [
  ['text', 'Text'],
  ['textarea', 'Multi-line text'],
  ['checkbox', 'Checkbox'],
  ['integer', 'Whole number'],
  ['decimal', 'Decimal number'],
  ['date', 'Date'],
  ['tagger', 'Drop-down'],
  ['multiselect', 'Multi-select'],
  ['regexp', 'Regular expression'],
];

export const hasOptions = (type: string): boolean => type === 'tagger' || type === 'multiselect';

const lineOf = (option: unknown): string | undefined => {
  const { name, value } = obj(option);
  const text = str(value);
  return text === undefined ? undefined : str(name) && name !== text ? `${text} = ${name}` : text;
};

const optionOf = (line: string): { name: string; value: string }[] => {
  const [, value = '', name = ''] = /^([^=]*)(?:=(.*))?$/.exec(line) ?? [];
  return value.trim() ? [{ value: value.trim(), name: name.trim() || value.trim() }] : [];
};

const optionsOf = (text: string) => text.split('\n').flatMap(optionOf);

/** Whether two texts mean the same options. */
export const sameOptions = (a: string, b: string): boolean => sameSetting(optionsOf(a), optionsOf(b));

export const fieldsOf = (setting: unknown): TicketField[] =>
  list(setting).map((entry) => {
    const { id, title, type, custom_field_options, editable_in_portal, ...rest } = obj(entry);
    return {
      id: fieldId(id) ?? '',
      title: str(title) ?? '',
      type: str(type) ?? 'text',
      options: listOf(custom_field_options, lineOf).join('\n'),
      editable: editable_in_portal !== false,
      rest,
    };
  });

/** The setting for these fields; undefined for none. */
export const settingOf = (fields: readonly TicketField[]): Json[] | undefined =>
  fields.length === 0
    ? undefined
    : fields.map(({ id, title, type, options, editable, rest }) => ({
        ...rest,
        id: id.trim(),
        title,
        type,
        ...(hasOptions(type) ? { custom_field_options: optionsOf(options) } : {}),
        ...(editable ? {} : { editable_in_portal: false }),
      }));
