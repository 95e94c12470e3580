import { QUEUED_TEXTS } from '@porch/messenger/model/retries/texts';
import * as v from 'valibot';
import { flag } from './settingTypes';

const number = (usual: number, low: number, high: number) =>
  v.optional(v.pipe(v.number(), v.minValue(low), v.maxValue(high)), usual);

const { regular, aggressive, backoffMultiplier, maxRetries } = QUEUED_TEXTS;

/** When widgets resend waiting messages. The limits match the widget's. */
export const retryPolicySchema = v.strictObject({
  intervals: v.optional(
    v.strictObject({
      /** In seconds, as the next. After `maxRetries` tries, this one repeats endlessly. */
      regular: number(regular, 5, 3600),
      aggressive: number(aggressive, 1, 3600),
    }),
    {},
  ),
  backoffMultiplier: number(backoffMultiplier, 1, 10),
  maxRetries: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20)), maxRetries),
});

/** Settings of widgets for the live connection. */
export const realtimeSchema = v.strictObject({
  /** How many seconds widgets wait before their first connection. */
  connectionDelay: number(0, 0, 60),
});

export const typingSchema = v.strictObject({
  /** Whether widgets report their visitor's typing to agents. */
  enabled: flag(true),
});
