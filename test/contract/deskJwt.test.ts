import { describe, expect, it } from 'vitest';
import { startDesk } from '../support/desk';
import { agent, signedIn } from '../support/deskClient';
import { forThisFile } from '../support/forThis';
import { type SigningKey, signJwt } from '../support/jwt';

const NOON_MS = 1_800_000_000_000;
const NOON = NOON_MS / 1000;
const fixed: SigningKey = { id: 'fixed', secret: 'a-secret-of-more-than-thirty-two-characters' };

describe('a JWT', async () => {
  let time = NOON_MS;
  const desk = await forThisFile(
    startDesk({ now: () => time, settings: { auth: { signingKeys: [fixed] } } }),
  );
  const key = (await agent(desk)('POST', '/signing-keys', { name: 'shop' })).body.signingKey;

  const login = async (jwt: string): Promise<string> => {
    const { status, body } = await signedIn(desk, `Bearer ${jwt}`)('POST', '/login', {});
    return status === 200 ? 'taken' : `${status} ${body.error.code}: ${body.error.description}`;
  };
  const signed = (claims: object, header = {}) =>
    signJwt(key, { external_id: 'c', exp: NOON + 900, ...claims }, header);
  const withParts = (change: (parts: string[]) => string[]) => change(signed({}).split('.')).join('.');

  it('is taken when it is signed by any of the keys', async () => {
    expect(await login(signed({}))).toBe('taken');
    expect(await login(signed({ exp: NOON + 60, nbf: NOON, email_verified: true }))).toBe('taken');
    expect(await login(signJwt(fixed, { external_id: 'c', exp: NOON + 60 }))).toBe('taken');
  });

  it('has 60 s of leeway on both ends, by the desk’s own clock', async () => {
    const jwt = signed({ exp: NOON + 100, nbf: NOON + 10 });
    const at = async (seconds: number) => {
      time = (NOON + seconds) * 1000;
      const answer = await login(jwt);
      time = NOON_MS;
      return answer;
    };
    expect(await at(-51)).toBe('401 invalid_auth: The JWT is not valid yet (nbf)');
    expect(await at(-50)).toBe('taken');
    expect(await at(159.999)).toBe('taken');
    expect(await at(160)).toBe('401 invalid_auth: The JWT has expired');
  });

  it.each([
    [
      'an unknown kid',
      () => signed({}, { kid: 'gone' }),
      'The JWT\'s kid "gone" is no signing key of this desk',
    ],
    ['no kid', () => signed({}, { kid: undefined }), 'The JWT has no kid in its header'],
    ['a kid that is no text', () => signed({}, { kid: 5 }), 'The JWT has no kid in its header'],
    [
      'alg none',
      () => signed({}, { alg: 'none' }),
      'The JWT is signed with alg "none"; HS256, RS256 and ES256 are accepted',
    ],
    [
      'another alg',
      () => signed({}, { alg: 'HS512' }),
      'The JWT is signed with alg "HS512"; HS256, RS256 and ES256 are accepted',
    ],
    ['no alg', () => signed({}, { alg: undefined }), 'HS256, RS256 and ES256 are accepted'],
    ['a crit header', () => signed({}, { crit: ['x'] }), 'The JWT has a crit header, which is not supported'],
    ['no scope', () => signed({ scope: undefined }), "The JWT has no scope; it must be 'user'"],
    ['another scope', () => signed({ scope: 'app' }), "The JWT's scope must be 'user'"],
    ['no external_id', () => signed({ external_id: undefined }), 'The JWT has no external_id'],
    ['a number as external_id', () => signed({ external_id: 7 }), "The JWT's external_id must be a string"],
    ['an empty external_id', () => signed({ external_id: '' }), "The JWT's external_id is empty"],
    ['a long external_id', () => signed({ external_id: 'x'.repeat(256) }), 'at most 255 characters'],
    ['an exp that is no number', () => signed({ exp: '5' }), "The JWT's exp must be a number of seconds"],
    ['an nbf that is no number', () => signed({ nbf: {} }), "The JWT's nbf must be a number of seconds"],
    ['words', () => 'not-a-jwt', 'The Bearer token is not a JWT'],
    ['two parts', () => withParts(([a = '', b = '']) => [a, b]), 'The Bearer token is not a JWT'],
    ['four parts', () => withParts((parts) => [...parts, 'x']), 'The Bearer token is not a JWT'],
    ['no signature', () => withParts(([a = '', b = '']) => [a, b, '']), 'The Bearer token is not a JWT'],
    ['far too many characters', () => signed({ name: 'x'.repeat(9000) }), 'at most 8192 characters'],
    [
      'another key’s signature',
      () => signJwt({ ...key, secret: 'guess' }, { external_id: 'c', exp: NOON + 60 }),
      'does not fit',
    ],
    [
      'another payload under the same signature',
      () =>
        withParts(([head = '', , signature = '']) => [
          head,
          Buffer.from(JSON.stringify({ scope: 'user', external_id: 'admin' })).toString('base64url'),
          signature,
        ]),
      'signature does not fit',
    ],
  ])('is refused with its reason: %s', async (_name, jwt, reason) => {
    const answer = await login(jwt());
    expect(answer).toContain('401 invalid_auth: ');
    expect(answer).toContain(reason);
  });

  it('is taken no more once its key was removed', async () => {
    const { body } = await agent(desk)('POST', '/signing-keys', {});
    const jwt = signJwt(body.signingKey, { external_id: 'd', exp: NOON + 60 });
    expect(await login(jwt)).toBe('taken');
    expect((await agent(desk)('DELETE', `/signing-keys/${body.signingKey.id}`)).status).toBe(200);
    expect(await login(jwt)).toContain('is no signing key of this desk');
  });
});

describe('signing keys', () => {
  it('tell their secret once, and are ten at most, those of settings.json among them', async () => {
    const desk = await startDesk({ settings: { auth: { signingKeys: [fixed] } } });
    const add = () => agent(desk)('POST', '/signing-keys', { name: 'k' });
    const all = await Promise.all(Array.from({ length: 12 }, add));
    expect(all.filter((a) => a.status === 201)).toHaveLength(9);
    const refused = all.find((a) => a.status !== 201);
    expect([refused?.status, refused?.body.error.description]).toEqual([
      400,
      'There may be at most 10 signing keys',
    ]);
    const made = all.filter((a) => a.status === 201).map((a) => a.body.signingKey);
    expect(new Set(made.map((k) => k.secret)).size).toBe(9);
    expect(made.every((k) => k.secret.length >= 32)).toBe(true);
    const list = (await agent(desk)('GET', '/signing-keys')).body.signingKeys;
    expect(list).toHaveLength(10);
    expect(list[0]).toEqual({ id: 'fixed', name: '', source: 'settings' });
    expect(list.some((k) => 'secret' in k)).toBe(false);
    const remove = (id: string) => agent(desk)('DELETE', `/signing-keys/${id}`);
    expect((await remove('fixed')).status).toBe(400);
    expect((await remove('none')).status).toBe(404);
    await desk.close();
  });

  it('are in no answer that visitors get', async () => {
    const desk = await startDesk({ settings: { auth: { signingKeys: [fixed] } } });
    for (const path of ['/embeddable/config', '/sc/sdk/v2/integrations/web/config']) {
      const text = await (await fetch(desk.origin + path)).text();
      expect(text).not.toContain(fixed.secret);
      expect(text).not.toContain('signingKeys');
    }
    await desk.close();
  });
});
