import { type FieldRule, fieldId } from '../wire/customFields';
import { list, obj } from '../wire/decode';

/** What the metadata of a conversation holds for a field. */
export type FieldValue = string | number | boolean | string[];

/** A field that was left out, or of which a part was. */
export type FieldProblem = { id: string; message: string };

type Verdict = { value?: FieldValue; message?: string };

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((v) => typeof v === 'string');

const isDay = (value: unknown): boolean => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  // 30 February is taken for 1 March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
};

/** True, or what is wrong with a value. */
type Check = (value: unknown, options: readonly string[]) => true | string;

const ofType =
  (type: 'boolean' | 'string', name: string): Check =>
  (value) =>
    typeof value === type || `Expected value of type "${type}" for a field of type ${name}.`;

/** What a value of each type must be (SPEC.md sections 5 and 8). */
const CHECKS: Readonly<Record<string, Check>> = {
  checkbox: ofType('boolean', 'Checkbox'),
  text: ofType('string', 'Text'),
  textarea: ofType('string', 'Multi-line'),
  tagger: (value, options) =>
    options.includes(value as string) || 'Expected one of the options for a field of type Drop-down.',
  // A whole number that a page holds as a number is as good as its digits.
  integer: (value) =>
    (isPlain(value) && /^[+-]?\d+$/.test(String(value))) ||
    'Expected a whole number value for a field of type Number.',
  // A page cannot write 5.0 as a number in any other way than 5.
  decimal: (value) =>
    (typeof value === 'number' && Number.isFinite(value)) ||
    (typeof value === 'string' && /^[+-]?(\d+[.,]\d*|[.,]\d+)$/.test(value)) ||
    'Expected a decimal number value for a field of type Decimal.',
  date: (value) =>
    isDay(value) || 'Expected value did not pass the validation for a conversation field of type Date.',
};

/** "multiselect: values are filtered to the allowed options and a mismatch is logged." */
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
  // Without rules it may be a multiselect's.
  if (isPlain(value) || (!rule && isTexts(value))) return { value };
  const name = rule && ` for a field of type ${rule.type === 'regexp' ? 'Regex' : rule.type || 'unknown'}`;
  return { message: `Expected value of type "string", "number" or "boolean"${name ?? ''}.` };
};

/**
 * SPEC.md section 5, 'Conversation custom fields': "They are checked against fetched rules. Invalid ones are logged and
 * dropped." Of a field that is given twice, the last counts.
 * @param fields what the page gave: a list of `{id, value}`
 * @param rules undefined where they cannot be fetched: "fields with valid id and value types are still used"
 * @returns metadata for a conversation, and what is to be logged
 */
export const checkCustomFields = (
  fields: unknown,
  rules: readonly FieldRule[] | undefined,
): { metadata: Record<string, FieldValue>; problems: FieldProblem[] } => {
  const metadata: Record<string, FieldValue> = {};
  const problems: FieldProblem[] = [];
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
    if (verdict.value !== undefined) metadata[`zen:ticket_field:${id}`] = verdict.value;
  }
  return { metadata, problems };
};
