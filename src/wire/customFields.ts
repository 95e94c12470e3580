import { list, listOf, obj, str } from './decode';

/** The rule of one custom ticket field, from `GET {host}/embeddable/messaging/custom_ticket_fields`. */
export type FieldRule = {
  id: string;
  /** checkbox, text, textarea, tagger, multiselect, integer, decimal, date, regexp, or an unknown type. */
  type: string;
  /** The values of a tagger or multiselect. */
  options: string[];
  /** Whether visitors may set it. */
  isEditable: boolean;
};

/** A field's id as text. Ids arrive as numbers or as text; both forms mean the same field. */
export const fieldId = (value: unknown): string | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : str(value) || undefined;

const decodeRule = (value: unknown): FieldRule | undefined => {
  const rule = obj(value);
  const id = fieldId(rule.id);
  return id === undefined
    ? undefined
    : {
        id,
        type: str(rule.type) ?? '',
        options: listOf(rule.custom_field_options, (option) => str(obj(option).value)),
        isEditable: rule.editable_in_portal !== false,
      };
};

/** Returns `undefined` when the answer holds no list of rules. */
export const decodeFieldRules = (value: unknown): FieldRule[] | undefined => {
  const rules = Array.isArray(value) ? value : obj(value).ticket_fields;
  return Array.isArray(rules) ? listOf(list(rules), decodeRule) : undefined;
};
