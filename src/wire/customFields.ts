import { list, listOf, obj, str } from './decode';

/** What may stand in a custom ticket field, from `GET {host}/embeddable/messaging/custom_ticket_fields`. */
export type FieldRule = {
  id: string;
  /** checkbox, text, textarea, tagger, multiselect, integer, decimal, date, regexp, or one that is not known here. */
  type: string;
  /** The values of a tagger or multiselect. */
  options: string[];
  /** Whether visitors may set it. */
  isEditable: boolean;
};

/** The id of a field as text; ids come as numbers and as text, and mean the same. */
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

/** Gives `undefined` for an answer that holds no list of rules. */
export const decodeFieldRules = (value: unknown): FieldRule[] | undefined => {
  const rules = Array.isArray(value) ? value : obj(value).ticket_fields;
  return Array.isArray(rules) ? listOf(list(rules), decodeRule) : undefined;
};
