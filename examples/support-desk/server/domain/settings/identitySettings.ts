import * as v from 'valibot';
import { text } from './settingTypes';

/** Plain HTTP is for a provider on this machine, in development. */
const HTTPS_OR_LOOPBACK = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$))/i;

/** The publisher's own identity provider, whose tokens log visitors in. */
export const identitySchema = v.strictObject({
  /** The address of its public keys. */
  jwksUrl: v.optional(
    v.pipe(v.string(), v.url(), v.maxLength(2000), v.regex(HTTPS_OR_LOOPBACK, 'must be an https address')),
  ),
  /** The `iss` of its tokens. */
  issuer: v.optional(text(500)),
  /** The `aud` of its tokens for this desk: the provider has tokens for other services too. */
  audience: v.optional(text(500)),
});

type IdentitySettings = v.InferOutput<typeof identitySchema>;

/** The provider whose tokens are accepted; `undefined` until all three settings are set. */
export const providerOf = ({
  jwksUrl,
  issuer,
  audience,
}: IdentitySettings): Required<IdentitySettings> | undefined =>
  jwksUrl && issuer && audience ? { jwksUrl, issuer, audience } : undefined;
