import { errors } from 'jose';

/** The problem with a claim that jose has checked. */
const claimProblem = ({ claim, reason }: errors.JWTClaimValidationFailed): string => {
  if (claim === 'exp' && reason === 'missing') {
    return 'The JWT has no exp: it must say when it expires. While you change what signs it, the setting auth.tokensNeedExp can be turned off';
  }
  if (claim === 'iss') return "The JWT's iss must be the setting identity.issuer";
  if (claim === 'aud') return "The JWT's aud must have the setting identity.audience";
  if (reason !== 'check_failed') return `The JWT's ${claim} must be a number of seconds`;
  return `The JWT is not valid yet (${claim})`;
};

/** @param key checks its signature */
export const problemOf = (error: unknown, key: string): string => {
  if (error instanceof errors.JWTExpired) return 'The JWT has expired';
  if (error instanceof errors.JWTClaimValidationFailed) return claimProblem(error);
  if (error instanceof errors.JWTInvalid || error instanceof errors.JWSInvalid)
    return 'The Bearer token is not a JWT';
  if (error instanceof errors.JWKSNoMatchingKey) return "The JWT's kid is no key of the identity provider";
  if (error instanceof errors.JWKSMultipleMatchingKeys)
    return 'The JWT needs a kid, because the identity provider has several keys';
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return `The JWT's signature does not fit ${key}`;
  return `The JWT cannot be checked with ${key}`;
};
