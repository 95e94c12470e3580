import { describe, expect, it } from 'vitest';
import { readJwt } from '../../../examples/support-desk/server/domain/jwt';
import { defaultSettings } from '../../../examples/support-desk/server/domain/settings';
import { signJwt } from '../../support/jwt';

const key = { id: 'shop', secret: 'a-secret-of-more-than-thirty-two-characters' };
const NOW = 1_800_000_000;
const DAY = 86_400;

const read = async (claims: object, auth: object = {}) => {
  const life = { ...defaultSettings().auth, ...auth };
  const result = await readJwt(
    signJwt(key, { external_id: 'c', ...claims }),
    async () => key.secret,
    NOW * 1000,
    life,
  );
  return 'problem' in result ? result.problem : result.expiresAt;
};

describe('how long a visitor’s JWT may be good', () => {
  it('is thirty days at most, unless the settings say otherwise', async () => {
    expect(await read({ exp: NOW + 30 * DAY })).toBe((NOW + 30 * DAY + 30) * 1000);
    const refused =
      "The JWT's exp may be at most 2592000 seconds (the setting auth.tokenMaxSeconds) from now";
    expect(await read({ exp: NOW + 31 * DAY })).toBe(refused);
    // The year 3000, and milliseconds in place of seconds.
    expect(await read({ exp: 32_503_680_000 })).toBe(refused);
    expect(await read({ exp: (NOW + 60) * 1000 })).toBe(refused);
    expect(await read({ exp: NOW + 31 * DAY }, { tokenMaxSeconds: 60 * DAY })).toBeTypeOf('number');
    expect(await read({ exp: NOW + 3600 }, { tokenMaxSeconds: 900 })).toContain('at most 900 seconds');
  });

  it('counts from iat where the token has no exp', async () => {
    expect(await read({ iat: NOW - 29 * DAY })).toBe((NOW + DAY + 30) * 1000);
    expect(await read({ iat: NOW - 31 * DAY })).toBe(
      'The JWT has no exp, and its iat may be at most 2592000 seconds (the setting auth.tokenMaxSeconds) ago',
    );
  });

  it('has no end for a token without both, as others make them, until the settings ask for an exp', async () => {
    expect(await read({})).toBe(null);
    for (const claims of [{}, { iat: NOW }])
      expect(await read(claims, { tokensNeedExp: true })).toBe(
        'The JWT has no exp, which the setting auth.tokensNeedExp asks for',
      );
    expect(await read({ exp: NOW + 60 }, { tokensNeedExp: true })).toBeTypeOf('number');
  });
});
