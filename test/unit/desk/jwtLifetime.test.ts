import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../examples/support-desk/server/domain/settings/settings';
import { readJwt } from '../../../examples/support-desk/server/domain/visitors/jwt';
import { DeskError } from '../../../examples/support-desk/server/model/deskError';
import { signJwt } from '../../support/jwt';

const key = { id: 'shop', secret: 'a-secret-of-more-than-thirty-two-characters' };
const NOW = 1_800_000_000;
const DAY = 86_400;

/** @returns when the token ends, or why it is refused */
const read = async (claims: object, auth: object = {}) => {
  const life = { ...defaultSettings().auth, ...auth };
  const jwt = signJwt(key, { external_id: 'c', exp: undefined, ...claims });
  try {
    return (await readJwt(jwt, { secretOf: async () => key.secret }, NOW * 1000, life)).expiresAt;
  } catch (error) {
    return error instanceof DeskError ? error.message : error;
  }
};

describe('how long a visitor’s JWT may be good', () => {
  it('is thirty days at most, unless the settings say otherwise', async () => {
    expect(await read({ exp: NOW + 30 * DAY })).toBe((NOW + 30 * DAY + 60) * 1000);
    const refused =
      "The JWT's exp may be at most 2592000 seconds (the setting auth.tokenMaxSeconds) from now";
    expect(await read({ exp: NOW + 31 * DAY })).toBe(refused);
    // The year 3000, and milliseconds in place of seconds.
    expect(await read({ exp: 32_503_680_000 })).toBe(refused);
    expect(await read({ exp: (NOW + 60) * 1000 })).toBe(refused);
    expect(await read({ exp: NOW + 31 * DAY }, { tokenMaxSeconds: 60 * DAY })).toBeTypeOf('number');
    expect(await read({ exp: NOW + 3600 }, { tokenMaxSeconds: 900 })).toContain('at most 900 seconds');
  });

  it('must be in the token', async () => {
    for (const claims of [{}, { iat: NOW }])
      expect(await read(claims)).toBe(
        'The JWT has no exp: it must say when it expires. While you change what signs it, the setting auth.tokensNeedExp can be turned off',
      );
  });

  it('counts from iat where the settings allow a token without exp', async () => {
    const old = { tokensNeedExp: false };
    expect(await read({ iat: NOW - 29 * DAY }, old)).toBe((NOW + DAY + 60) * 1000);
    expect(await read({ iat: NOW - 31 * DAY }, old)).toBe(
      'The JWT has no exp, and its iat may be at most 2592000 seconds (the setting auth.tokenMaxSeconds) ago',
    );
    expect(await read({}, old)).toBe(null);
  });
});
