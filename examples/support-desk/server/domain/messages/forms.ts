import { foldEmail, isEmail } from '@porch/messenger/wire/emailAddress';
import { cutText } from '../../model/clean';
import { DeskError } from '../../model/deskError';
import type { Json } from '../../model/entities';

type Choice = { name: string; label: string };

/** A field of an agent's form; routes/agentMessage.ts checked its shape when the form was sent. */
type Field = {
  type: 'text' | 'email' | 'select';
  name: string;
  label: string;
  minSize?: number;
  maxSize?: number;
  format?: 'integer' | 'decimal';
  options?: Choice[];
  selectSize?: number;
};

/** A visitor's answer to a field. On the wire, the value is under the key named by the field's type. */
export type Answer = { name: string; type: Field['type']; value: unknown };

const MIN_SIZE = 1;
const MAX_SIZE = 128;
const MAX_EMAIL = 128;
const FORMATS = { integer: /^[+-]?\d+$/, decimal: /^[+-]?\d*[.,]?\d+$/ };

const refuse = (field: Field, why: string): never => {
  throw new DeskError('bad_request', `The field ${JSON.stringify(cutText(field.name, 60))} ${why}`);
};

const textOf = (field: Field, value: unknown): string => {
  if (typeof value !== 'string') return refuse(field, 'must be text');
  const text = value.trim();
  const { length } = [...text];
  const { minSize = MIN_SIZE, maxSize = MAX_SIZE, format } = field;
  if (length < minSize) return refuse(field, `must have at least ${minSize} characters`);
  if (length > maxSize) return refuse(field, `may have at most ${maxSize} characters`);
  if (format && !FORMATS[format].test(text)) return refuse(field, `must be of format ${format}`);
  return text;
};

const emailOf = (field: Field, value: unknown): string => {
  if (typeof value !== 'string') return refuse(field, 'must be text');
  const email = foldEmail(value);
  return email.length <= MAX_EMAIL && isEmail(email) ? email : refuse(field, 'must be an email address');
};

const choicesOf = (field: Field, value: unknown): Choice[] => {
  const { options = [], selectSize = options.length } = field;
  if (!Array.isArray(value) || value.length === 0) return refuse(field, 'must have a choice');
  if (value.length > selectSize) return refuse(field, `may have at most ${selectSize} choices`);
  const names = value.map((choice: unknown) => (choice as Partial<Choice> | null)?.name);
  if (new Set(names).size < names.length) return refuse(field, 'has a choice twice');
  return names.map(
    (name) => options.find((o) => o.name === name) ?? refuse(field, 'has a choice it does not offer'),
  );
};

const READERS = { text: textOf, email: emailOf, select: choicesOf };

/**
 * Checks a visitor's answers against their form: each field once, of the right type and within its limits. Labels come
 * from the form, text is trimmed, and email addresses are normalized.
 * @returns the fields to store, and all of them as text for clients that cannot show fields
 * @throws bad_request naming the field
 */
export const answerForm = (
  form: Json,
  answers: readonly Answer[],
): { fields: Json[]; textFallback: string } => {
  const fields = form.fields as Field[];
  const unknown = answers.find((answer) => !fields.some((field) => field.name === answer.name));
  if (unknown || answers.length > fields.length) {
    throw new DeskError(
      'bad_request',
      'The answer names a field that the form does not have, or names one twice',
    );
  }
  const kept = fields.map((field) => {
    const answer = answers.find((a) => a.name === field.name);
    if (!answer) return refuse(field, 'is missing');
    if (answer.type !== field.type) return refuse(field, `must be of type ${field.type}`);
    const { type, name, label } = field;
    return { type, name, label, value: READERS[type](field, answer.value) };
  });
  const asText = (value: string | Choice[]) =>
    typeof value === 'string' ? value : value.map((choice) => choice.label).join(', ');
  return {
    fields: kept.map(({ value, ...field }) => ({ ...field, [field.type]: value })),
    textFallback: kept.map(({ label, value }) => `${label}: ${asText(value)}`).join('\n'),
  };
};
