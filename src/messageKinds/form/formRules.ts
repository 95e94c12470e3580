import { foldEmail, isEmail } from '../../wire/emailAddress';
import type { FormField } from './decode';

/** The problem of a value: the key of its label, and the number that the label needs, if any. */
export type FieldProblem = { key: string; count?: number };

// Each digit can match in one way only; otherwise a long row of digits would take quadratic time.
const FORMATS = { integer: /^[+-]?\d+$/, decimal: /^[+-]?(\d+([.,]\d+)?|[.,]\d+)$/ };

/** The value to submit: text is trimmed, an email address folded, a choice is the name of its option. */
const cleanValue = ({ type }: FormField, value: string): string =>
  type === 'select' ? value : type === 'email' ? foldEmail(value) : value.trim();

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
  if (type === 'email') return isEmail(text) ? undefined : { key: 'form.email_invalid' };
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
