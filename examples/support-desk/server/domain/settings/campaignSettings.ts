import * as v from 'valibot';
import { moment } from './settingTypes';

const line = (max: number) => v.pipe(v.string(), v.regex(/\S/, 'must not be empty'), v.maxLength(max));
const within = (low: number, high: number) =>
  v.pipe(v.number(), v.minValue(low), v.maxValue(high, `must be ${low} to ${high}`));

/** When a campaign is shown. The widget reads the same names (src/features/campaigns/rules.ts). */
const rule = v.variant('on', [
  v.strictObject({
    on: v.literal('page'),
    how: v.picklist(['is', 'begins', 'contains', 'lacks']),
    value: line(500),
  }),
  v.strictObject({ on: v.literal('time'), value: within(0, 3600) }),
  v.strictObject({ on: v.literal('scroll'), value: within(1, 100) }),
  v.strictObject({ on: v.literal('exit') }),
  v.strictObject({ on: v.literal('returning') }),
]);

const campaign = v.pipe(
  v.strictObject({
    id: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/, 'must be 1 to 40 letters, digits, - or _')),
    /** Its name in the inbox only. */
    title: v.optional(v.pipe(v.string(), v.maxLength(100))),
    text: line(500),
    /** The author; by default the agents' name. */
    name: v.optional(v.pipe(v.string(), v.maxLength(100))),
    enabled: v.optional(v.boolean(), true),
    from: v.optional(moment),
    to: v.optional(moment),
    /** Whether one rule is enough. */
    any: v.optional(v.boolean(), false),
    rules: v.optional(v.pipe(v.array(rule), v.maxLength(10)), []),
  }),
  v.forward(
    v.check(({ from, to }) => !from || !to || Date.parse(from) < Date.parse(to), 'must end after it begins'),
    ['to'],
  ),
);

/** The messages for visitors who have not asked anything, the most important first. */
export const campaignsSchema = v.pipe(
  v.array(campaign),
  v.maxLength(20),
  v.check((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must each have an id of their own'),
);
