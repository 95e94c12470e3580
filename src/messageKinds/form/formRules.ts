import { MAX_TEXT } from '../../model/validation';
import { clamp, list, listOf, obj, oneOf, str } from '../../wire/decode';
import { shownLabel, shownText } from '../../wire/shown';

export type Choice = { name: string; label: string };

/** A field of a form; each field is one step. Sizes are in characters. */
export type FormField = {
  type: 'text' | 'email' | 'select';
  name: string;
  label: string;
  placeholder?: string;
  minSize: number;
  maxSize: number;
  format?: 'integer' | 'decimal';
  options: Choice[];
};

/** What is wrong with a value: the key of its label, and the number that the label needs, if any. */
export type FieldProblem = { key: string; count?: number };

const MAX_FIELDS = 20;
/** More than twice what a form may offer. */
const MAX_OPTIONS = 500;
/** The longest email address, and the longest text when the form gives no limit. */
const MAX_SIZE = 128;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
// Each digit can match in one way only; otherwise a long row of digits would take quadratic time.
const FORMATS = { integer: /^[+-]?\d+$/, decimal: /^[+-]?(\d+([.,]\d+)?|[.,]\d+)$/ };

const decodeChoice = (value: unknown): Choice | undefined => {
  const name = str(obj(value).name);
  return name ? { name, label: shownLabel(str(obj(value).label) || name) ?? '' } : undefined;
};

const decodeField = (value: unknown): FormField | undefined => {
  const f = obj(value);
  const type = oneOf(f.type, ['text', 'email', 'select']);
  const name = str(f.name);
  if (!type || !name) return undefined;
  const maxSize = type === 'email' ? MAX_SIZE : (clamp(f.maxSize, 1, MAX_TEXT) ?? MAX_SIZE);
  return {
    type,
    name,
    label: shownLabel(str(f.label) || name) ?? '',
    placeholder: shownLabel(f.placeholder),
    minSize: clamp(f.minSize, 0, maxSize) ?? 1,
    maxSize,
    format: oneOf(f.format, ['integer', 'decimal']),
    options: listOf(list(f.options).slice(0, MAX_OPTIONS), decodeChoice),
  };
};

/**
 * Decodes the steps of a form.
 * @returns an empty list when a field cannot be read or answered, because the service would refuse the form
 * without it
 */
export const formSteps = (fields: unknown): FormField[] => {
  if (list(fields).length > MAX_FIELDS) return [];
  const steps = listOf(fields, decodeField);
  const names = new Set(steps.map((f) => f.name));
  const whole = steps.length === list(fields).length;
  const answerable = steps.every((f) => f.type !== 'select' || f.options.length > 0);
  return whole && answerable && names.size === steps.length ? steps : [];
};

/** The value to submit: text and email are trimmed, a choice is the name of its option. */
export const cleanValue = (field: FormField, value: string): string =>
  field.type === 'select' ? value : value.trim();

/** Why a value may not be submitted; undefined when it may. */
export const fieldProblem = (field: FormField, value: string): FieldProblem | undefined => {
  const text = cleanValue(field, value);
  const { type, name, format, minSize, maxSize } = field;
  if (!text) {
    if (type === 'email') return { key: 'form.email' };
    return { key: type === 'text' && name === 'name' ? 'form.name' : 'form.required' };
  }
  if (type === 'select') {
    return field.options.some((o) => o.name === text) ? undefined : { key: 'form.invalid' };
  }
  // Count an emoji as one character, as the service does.
  const { length } = [...text];
  if (length > maxSize) return { key: 'form.too_long', count: maxSize };
  if (type === 'email') return EMAIL.test(text) ? undefined : { key: 'form.email_invalid' };
  if (length < minSize) return { key: 'form.too_short', count: minSize };
  return format && !FORMATS[format].test(text) ? { key: 'form.invalid' } : undefined;
};

/** One answer in the format that is posted: the value is stored under the field's type, such as `email`. */
export const answerOf = (field: FormField, value: string) => {
  const { type, name, label } = field;
  const text = cleanValue(field, value);
  return {
    type,
    name,
    label,
    [type]: type === 'select' ? field.options.filter((o) => o.name === text) : text,
  };
};

/** The rows of an answered form as text; fields that cannot be read are left out. */
export const answerRows = (fields: unknown): { label: string; value: string }[] =>
  listOf(fields, (field) => {
    const f = obj(field);
    const label = shownLabel(str(f.label) || f.name);
    const value =
      shownText(f.text) ??
      shownText(f.email) ??
      listOf(f.select, decodeChoice)
        .map((c) => c.label)
        .join(', ');
    return label ? { label, value } : undefined;
  });
