import { type FieldRule, fieldId } from './customFields';
import { list, obj } from './decode';

/** The value of one field in a conversation's metadata. */
type FieldValue = string | number | boolean | string[];

/** A field that was dropped, wholly or in part, and why. */
type DroppedField = { id: string; message: string };

/** What the names of fields in a conversation's metadata begin with; a field's id follows. */
export const TICKET_FIELD = 'zen:ticket_field:';

type Verdict = { value?: FieldValue; message?: string };

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((v) => typeof v === 'string');

const isDay = (value: unknown): boolean => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  // `Date.parse` accepts 30 February as 1 March; the round trip detects that.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
};

/** True, or what is wrong with a value. */
type Check = (value: unknown, options: readonly string[]) => true | string;

const ofType =
  (type: 'boolean' | 'string', name: string): Check =>
  (value) =>
    typeof value === type || `Expected value of type "${type}" for a field of type ${name}.`;

/** The check for each field type. */
const CHECKS: Readonly<Record<string, Check>> = {
  checkbox: ofType('boolean', 'Checkbox'),
  text: ofType('string', 'Text'),
  textarea: ofType('string', 'Multi-line'),
  tagger: (value, options) =>
    options.includes(value as string) || 'Expected one of the options for a field of type Drop-down.',
  // Accept a number as well as its digits in text.
  integer: (value) =>
    (isPlain(value) && /^[+-]?\d+$/.test(String(value))) ||
    'Expected a whole number value for a field of type Number.',
  // Accept a whole number too: in JavaScript 5.0 is 5.
  decimal: (value) =>
    (typeof value === 'number' && Number.isFinite(value)) ||
    (typeof value === 'string' && /^[+-]?(\d+[.,]\d*|[.,]\d+)$/.test(value)) ||
    'Expected a decimal number value for a field of type Decimal.',
  date: (value) =>
    isDay(value) || 'Expected value did not pass the validation for a conversation field of type Date.',
};

/** Keeps the values of a multiselect that are allowed options, and reports the others. */
const select = (value: unknown, options: readonly string[]): Verdict => {
  const given: unknown[] = Array.isArray(value) ? value : [value];
  const allowed = options.filter((option) => given.includes(option));
  return {
    value: allowed.length > 0 ? allowed : undefined,
    message: given.every((v) => options.includes(v as string))
      ? undefined
      : 'Expected only values among the options for a field of type Multi-select.',
  };
};

const judge = (value: unknown, rule: FieldRule | undefined): Verdict => {
  if (rule?.type === 'multiselect') return select(value, rule.options);
  const check = rule && Object.hasOwn(CHECKS, rule.type) ? CHECKS[rule.type] : undefined;
  if (rule && check) {
    const verdict = check(value, rule.options);
    return verdict === true ? { value: value as FieldValue } : { message: verdict };
  }
  // Without rules, an array of texts may belong to a multiselect.
  if (isPlain(value) || (!rule && isTexts(value))) return { value };
  const name = rule && ` for a field of type ${rule.type === 'regexp' ? 'Regex' : rule.type || 'unknown'}`;
  return { message: `Expected value of type "string", "number" or "boolean"${name ?? ''}.` };
};

/**
 * Checks conversation custom fields against the fetched rules and drops invalid ones. When an id occurs
 * twice, the last one wins.
 * @param fields the page's list of `{id, value}`
 * @param rules undefined when they could not be fetched; then any valid id with a value of a valid type is
 * accepted
 * @returns the metadata for a conversation, and the problems to log
 */
export const checkCustomFields = (
  fields: unknown,
  rules: readonly FieldRule[] | undefined,
): { metadata: Record<string, FieldValue>; problems: DroppedField[] } => {
  const metadata: Record<string, FieldValue> = {};
  const problems: DroppedField[] = [];
  if (!Array.isArray(fields)) {
    problems.push({ id: '', message: 'Expected a list of conversation fields.' });
  }
  for (const field of list(fields)) {
    const { id: given, value } = obj(field);
    const id = fieldId(given);
    if (id === undefined) {
      problems.push({
        id: '',
        message: 'Expected an id of type "string" or "number" for a conversation field.',
      });
      continue;
    }
    const rule = rules?.find((r) => r.id === id);
    if (rules && !rule?.isEditable) {
      problems.push({ id, message: 'Expected a conversation field that customers can edit.' });
      continue;
    }
    const verdict = judge(value, rule);
    if (verdict.message) problems.push({ id, message: verdict.message });
    if (verdict.value !== undefined) metadata[TICKET_FIELD + id] = verdict.value;
  }
  return { metadata, problems };
};
