import * as v from 'valibot';
import { flag } from './settingTypes';

export const ratingSchema = v.strictObject({
  /** Visitors may rate a conversation after its end. */
  enabled: flag(false),
});
