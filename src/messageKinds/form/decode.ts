import { clamp, list, listOf, obj, oneOf, str } from '../../wire/decode';
import { MAX_TEXT } from '../../wire/message';
import { shownLabel } from '../../wire/shown';

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

const MAX_FIELDS = 20;
/** More than twice the options that a form may offer. */
const MAX_OPTIONS = 500;
/** The longest email address, and the longest text when the form gives no limit. */
const MAX_SIZE = 128;

export const decodeChoice = (value: unknown): Choice | undefined => {
  const name = str(obj(value).name);
  return name ? { name, label: shownLabel(str(obj(value).label) || name) ?? '' } : undefined;
};

/** The label of a field, or its name. */
export const labelOf = (value: unknown): string | undefined =>
  shownLabel(str(obj(value).label) || obj(value).name);

const decodeField = (value: unknown): FormField | undefined => {
  const f = obj(value);
  const type = oneOf(f.type, ['text', 'email', 'select']);
  const name = str(f.name);
  if (!type || !name) return undefined;
  const maxSize = type === 'email' ? MAX_SIZE : (clamp(f.maxSize, 1, MAX_TEXT) ?? MAX_SIZE);
  return {
    type,
    name,
    label: labelOf(f) ?? '',
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
