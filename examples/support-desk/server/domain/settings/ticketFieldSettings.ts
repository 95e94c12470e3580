import * as v from 'valibot';
import { flag, text } from './settingTypes';

const FIELD_TYPES = [
  'checkbox',
  'date',
  'decimal',
  'integer',
  'multiselect',
  'regexp',
  'tagger',
  'text',
  'textarea',
] as const;

const ticketField = v.strictObject({
  id: v.union([v.pipe(v.number(), v.integer()), text(100)]),
  type: v.picklist(FIELD_TYPES),
  title: v.optional(text(300), ''),
  custom_field_options: v.optional(
    v.pipe(v.array(v.strictObject({ name: text(300), value: text(300) })), v.maxLength(2000)),
  ),
  editable_in_portal: flag(true),
  regexp_for_validation: v.optional(text(300)),
});

export const ticketFieldsSchema = v.pipe(
  v.array(ticketField),
  v.maxLength(500),
  v.check(
    (fields) => new Set(fields.map(({ id }) => String(id))).size === fields.length,
    'must have a different id in each field',
  ),
);
