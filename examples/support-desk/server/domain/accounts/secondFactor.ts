import { randomBytes } from 'node:crypto';
import type { SecondFactor } from '../../model/accountEntities';
import { hashToken } from '../../model/tokens';

/** The parameters that every authenticator app supports: six digits, thirty seconds, SHA-1. */
const STEP_MS = 30_000;
const RECOVERY_CODES = 10;
/** Letters and digits that are not confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const RECOVERY_LENGTH = 16;

/** Loaded with the first second factor. */
const loadOtp = () => import('otpauth');

const newRecoveryCode = (): string => {
  const letters = Array.from(randomBytes(RECOVERY_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join(
    '',
  );
  return letters.replace(/(.{4})(?=.)/g, '$1-');
};

/** A recovery code in the form for comparison: people add spaces and leave out hyphens. */
const plain = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '');

const hashRecovery = (code: string): string => hashToken(plain(code));

/** A new second factor, which takes effect once confirmed, with the parts that are shown once. */
export const newSecondFactor = async (
  issuer: string,
  email: string,
): Promise<{ factor: SecondFactor; uri: string; recoveryCodes: string[] }> => {
  const { Secret, TOTP } = await loadOtp();
  const secret = new Secret({ size: 20 });
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  return {
    factor: {
      secret: secret.base32,
      confirmed: false,
      recoveryHashes: recoveryCodes.map(hashRecovery),
      lastStep: 0,
    },
    uri: new TOTP({ issuer, label: email, secret }).toString(),
    recoveryCodes,
  };
};

/**
 * Takes a current code of the app, the one before or after it, or a recovery code. None works twice.
 * @param now in ms
 * @returns the second factor to store; `undefined` for a wrong code
 */
export const takeCode = async (
  factor: SecondFactor,
  code: string,
  now: number,
): Promise<SecondFactor | undefined> => {
  const { recoveryHashes } = factor;
  const hash = hashRecovery(code);
  if (factor.confirmed && recoveryHashes.includes(hash))
    return { ...factor, recoveryHashes: recoveryHashes.filter((one) => one !== hash) };
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const { Secret, TOTP } = await loadOtp();
  const totp = new TOTP({ secret: Secret.fromBase32(factor.secret) });
  const delta = totp.validate({ token, timestamp: now, window: 1 });
  if (delta === null) return undefined;
  const step = Math.floor(now / STEP_MS) + delta;
  return step > factor.lastStep ? { ...factor, lastStep: step } : undefined;
};
