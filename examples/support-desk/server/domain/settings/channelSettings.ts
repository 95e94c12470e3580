import * as v from 'valibot';
import { id } from './settingTypes';

const account = v.pipe(v.string(), v.regex(/^[\w.-]{1,100}$/, 'must be a name without spaces'));
/** Whether the desk simulates the channel on its own page, so that it works without an account there. */
const played = v.optional(v.boolean());
/** A channel in which visitors can continue a conversation. */
export const channelSchema = v.variant('type', [
  v.pipe(
    v.strictObject({
      id,
      type: v.literal('whatsapp'),
      phoneNumber: v.optional(
        v.pipe(v.string(), v.regex(/^\d{5,15}$/, 'must be only digits, starting with the country code')),
      ),
      businessUsername: v.optional(account),
      played,
    }),
    v.check((c) => c.played === true || c.phoneNumber !== undefined, 'must have a phone number'),
  ),
  v.pipe(
    v.strictObject({ id, type: v.literal('messenger'), businessUsername: v.optional(account), played }),
    v.check((c) => c.played === true || c.businessUsername !== undefined, 'must have a user name'),
  ),
  v.strictObject({ id, type: v.literal('instagram'), businessUsername: account }),
]);

export type Channel = v.InferOutput<typeof channelSchema>;

/** Whether the desk simulates this channel. */
export const isSimulated = (channel: Channel): boolean => 'played' in channel && channel.played === true;
