import * as v from 'valibot';
import { flag } from './settingTypes';

export const ratingSchema = v.strictObject({
  /** Visitors may rate a conversation after it has ended. */
  enabled: flag(false),
});
