import * as v from 'valibot';
import { flag, text } from './settingTypes';

const iceUrl = (scheme: 'stun' | 'turn') =>
  v.pipe(
    v.string(),
    v.maxLength(300),
    v.regex(scheme === 'stun' ? /^stun:[^\s/]+$/ : /^turns?:[^\s/]+$/, `must begin with ${scheme}:`),
  );

/** Voice calls with agents in the inbox. */
export const voiceSchema = v.strictObject({
  enabled: flag(false),
  /** Whether visitors are asked about a recording, and whether the initial answer is no or yes. */
  recordingConsent: v.optional(v.picklist(['none', 'opt_in', 'opt_out']), 'none'),
  stunUrl: v.optional(iceUrl('stun')),
  turnUrl: v.optional(iceUrl('turn')),
  /** The TURN server's shared secret, from which each call's credentials are derived. */
  turnSecret: v.optional(text(300)),
});
