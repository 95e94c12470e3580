import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  AUDIENCE,
  createProviderKey,
  IDENTITY,
  ISSUER,
  keySetOf,
  type ProviderKey,
  signAsProvider,
} from '../support/identityProvider';
import { type SigningKey, signJwt } from '../support/jwt';
import { createMemoryDesk } from '../support/memoryDesk';
import { callMemoryDesk, subscribeInMemory } from '../support/memoryVisitor';

const NOW = 1_800_000_000;
const DAY = 86_400;
const key: SigningKey = { id: 'shop', secret: 'a-secret-of-more-than-thirty-two-characters' };
const second: SigningKey = { id: 'second', secret: 'another-secret-of-thirty-two-characters' };

const encoded = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

const HEADER = { alg: 'HS256', kid: 'shop' };
const CLAIMS = { scope: 'user', external_id: 'ada', exp: NOW + 900 };

/** Signs any two texts, so that a test can send what no library writes. */
const signed = (header: unknown, payload: unknown, secret: string | Buffer = key.secret): string => {
  const text = `${encoded(header)}.${encoded(payload)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};
const shop = (claims: object, header: object = {}) => signJwt(key, { ...CLAIMS, ...claims }, { ...header });
/** The claims as text with one more, which JSON allows. */
const withText = (more: string) => `{${JSON.stringify(CLAIMS).slice(1, -1)},${more}}`;

describe('a visitor’s token', () => {
  let rsa: ProviderKey;
  let ec: ProviderKey;
  /** Has the id of another key. */
  let strange: ProviderKey;
  let weak: { jwk: object; sign: (text: string) => string };
  let keySet: string;
  beforeAll(async () => {
    rsa = await createProviderKey('RS256', 'rsa-1');
    ec = await createProviderKey('ES256', 'ec-1');
    strange = await createProviderKey('ES256', 'ec-1');
    const small = generateKeyPairSync('rsa', { modulusLength: 1024 });
    weak = {
      jwk: { ...small.publicKey.export({ format: 'jwk' }), kid: 'weak', alg: 'RS256', use: 'sig' },
      sign: (text) => createSign('RSA-SHA256').update(text).sign(small.privateKey).toString('base64url'),
    };
    const forEncryption = { ...rsa.jwk, kid: 'encrypts', use: 'enc' };
    const secret = { kty: 'oct', kid: 'secret', k: encoded(key.secret), alg: 'HS256' };
    const broken = { kty: 'EC', kid: 'broken', crv: 'P-256', x: 'AA', y: 'AA', alg: 'ES256' };
    const otherAlg = { ...ec.jwk, kid: 'declared-other', alg: 'ES384' };
    keySet = JSON.stringify({
      keys: [rsa.jwk, ec.jwk, forEncryption, secret, broken, otherAlg, weak.jwk],
    });
  });

  const ask = async (jwt: string, settings: object = { identity: IDENTITY }): Promise<string> => {
    const desk = createMemoryDesk({
      now: () => NOW * 1000,
      settings: { auth: { signingKeys: [key, second] }, ...settings },
      fetchKeySet: async () => keySet,
    });
    const { status, body } = await callMemoryDesk(desk, 'POST', '/login', {}, `Bearer ${jwt}`);
    desk.close();
    if (status === 200) return (body as { appUser: { userId: string } }).appUser.userId;
    const { code, description } = (body as { error: { code: string; description: string } }).error;
    return `${status} ${code}: ${description}`;
  };
  const provider = (claims: object = {}, header: object = {}) =>
    signAsProvider(rsa, NOW, { ...claims }, { ...header });

  const accepted: [string, () => string | Promise<string>, string][] = [
    ['signed with a key of the settings', () => shop({}), 'ada'],
    ['signed with another key of the settings', () => signJwt(second, CLAIMS), 'ada'],
    ['with an id in any script', () => shop({ external_id: 'Зоя 🦔' }), 'Зоя 🦔'],
    ['with an id of 255 characters', () => shop({ external_id: 'x'.repeat(255) }), 'x'.repeat(255)],
    ['that expired less than a minute ago', () => shop({ exp: NOW - 59 }), 'ada'],
    ['that is valid in less than a minute', () => shop({ nbf: NOW + 59 }), 'ada'],
    ['made by a clock that is less than a minute ahead', () => shop({ iat: NOW + 59 }), 'ada'],
    ['good for thirty days', () => shop({ exp: NOW + 30 * DAY }), 'ada'],
    // RFC 7519, section 4: the last of two equal names counts.
    ['with a claim twice', () => signed(HEADER, withText('"external_id":"bob"')), 'bob'],
    ['with claims of others', () => shop({ roles: ['admin'], iss: 'x', aud: 'y', jti: 'z' }), 'ada'],
    ['with another typ', () => shop({}, { typ: 'at+jwt' }), 'ada'],
    ['of the provider with RS256', () => provider(), 'ada'],
    ['of the provider with ES256', () => signAsProvider(ec, NOW), 'ada'],
    ['of the provider with an external_id', () => provider({ external_id: 'customer 7' }), 'customer 7'],
    ['of the provider for several services', () => provider({ aud: ['other', AUDIENCE] }), 'ada'],
    ['of the provider with scopes of its own', () => provider({ scope: 'openid email' }), 'ada'],
  ];
  it.each(accepted)('is accepted: %s', async (_name, jwt, userId) => {
    expect(await ask(await jwt())).toBe(userId);
  });

  const NO_JWT = 'The Bearer token is not a JWT';
  const NO_FIT = 'signature does not fit';
  const change = (jwt: string, at: number, to: (part: string) => string): string => {
    const parts = jwt.split('.');
    parts[at] = to(parts[at] ?? '');
    return parts.join('.');
  };
  const refused: [string, () => string | Promise<string>, string][] = [
    // Its form.
    ['words', () => 'words', NO_JWT],
    ['dots alone', () => '..', NO_JWT],
    ['a header that is no base64', () => change(shop({}), 0, () => '!!!'), NO_JWT],
    ['base64 in place of base64url', () => change(shop({}), 1, (part) => `${part}==`), NO_JWT],
    ['a signature with another ending of the same bytes', () => change(shop({}), 2, otherEnding), NO_JWT],
    ['a header that is no JSON', () => signed('{', CLAIMS), NO_JWT],
    ['a header that is a list', () => signed([HEADER], CLAIMS), NO_JWT],
    ['a header that is null', () => signed('null', CLAIMS), NO_JWT],
    ['claims that are no JSON', () => signed(HEADER, '{'), NO_JWT],
    ['claims that are a list', () => signed(HEADER, [CLAIMS]), NO_JWT],
    ['claims that are a number', () => signed(HEADER, '5'), NO_JWT],
    ['claims that are no UTF-8', () => change(shop({}), 1, () => encodedBytes(0x7b, 0xff, 0x7d)), NO_FIT],
    ['five parts, as an encrypted one', () => `${shop({})}.a.b`, NO_JWT],
    ['no claims', () => change(shop({}), 1, () => ''), NO_JWT],
    ['no signature', () => change(shop({}), 2, () => ''), NO_JWT],
    ['ten thousand characters', () => shop({ name: 'x'.repeat(7_000) }), 'at most 8192 characters'],
    // Its algorithm.
    ['alg none without a signature', () => `${encoded({ alg: 'none' })}.${encoded(CLAIMS)}.`, NO_JWT],
    ['alg none', () => signed({ ...HEADER, alg: 'none' }, CLAIMS), 'alg "none"'],
    ['alg None', () => signed({ ...HEADER, alg: 'None' }, CLAIMS), 'alg "None"'],
    ['alg hs256', () => signed({ ...HEADER, alg: 'hs256' }, CLAIMS), 'alg "hs256"'],
    ['alg HS384', () => signed({ ...HEADER, alg: 'HS384' }, CLAIMS), 'alg "HS384"'],
    ['alg RS512', () => signed({ ...HEADER, alg: 'RS512' }, CLAIMS), 'alg "RS512"'],
    ['alg PS256', () => signed({ ...HEADER, alg: 'PS256' }, CLAIMS), 'alg "PS256"'],
    ['alg EdDSA', () => signed({ ...HEADER, alg: 'EdDSA' }, CLAIMS), 'alg "EdDSA"'],
    ['alg as a list', () => signed({ ...HEADER, alg: ['HS256'] }, CLAIMS), 'alg of type object'],
    ['no alg', () => signed({ kid: 'shop' }, CLAIMS), 'alg of type undefined'],
    [
      'a public key as the secret',
      () => signed({ ...HEADER, kid: 'rsa-1' }, CLAIMS, rsa.pem),
      'no signing key',
    ],
    [
      'a public key as the secret under a key of ours',
      () => signed(HEADER, { ...CLAIMS, iss: ISSUER, aud: AUDIENCE }, rsa.pem),
      NO_FIT,
    ],
    ['an empty secret', () => signed(HEADER, CLAIMS, ''), NO_FIT],
    [
      'RS256 over the secret',
      () => signed({ alg: 'RS256', kid: 'shop' }, CLAIMS),
      'is no key of the identity provider',
    ],
    ['RS256 over the kid of an EC key', () => signed({ alg: 'RS256', kid: 'ec-1' }, CLAIMS), 'is no key of'],
    [
      'a secret that the key set has',
      () => signed({ alg: 'HS256', kid: 'secret' }, CLAIMS),
      'no signing key',
    ],
    ['a crit header', () => shop({}, { crit: ['b64'], b64: false }), 'crit header'],
    [
      'its own key in the header',
      () => signed({ ...HEADER, kid: undefined, jwk: { kty: 'oct', k: 'AA' } }, CLAIMS, 'A'),
      'no kid',
    ],
    [
      'an address of keys in the header',
      () => provider({}, { kid: 'x', jku: 'https://evil.example/keys' }),
      'is no key of',
    ],
    // Its key.
    ['no kid', () => shop({}, { kid: undefined }), 'no kid'],
    ['an unknown kid', () => shop({}, { kid: 'other' }), 'no signing key'],
    ['the kid of another key', () => shop({}, { kid: 'second' }), NO_FIT],
    ['a kid that is a path', () => shop({}, { kid: '../../dev/null' }), 'no signing key'],
    ['a kid of the prototype', () => shop({}, { kid: '__proto__' }), 'no signing key'],
    ['a kid with SQL', () => shop({}, { kid: "x' or '1'='1" }), 'no signing key'],
    ['a kid with a NUL', () => shop({}, { kid: 'shop\0' }), 'no signing key'],
    // Its times.
    ['no exp', () => shop({ exp: undefined }), 'no exp'],
    ['no exp and no iat, as others make them', () => shop({ exp: undefined, iat: undefined }), 'no exp'],
    ['exp as text', () => shop({ exp: String(NOW + 60) }), 'exp must be a number'],
    ['exp null', () => shop({ exp: null }), 'exp must be a number'],
    ['exp as a list', () => shop({ exp: [NOW + 60] }), 'exp must be a number'],
    ['exp true', () => shop({ exp: true }), 'exp must be a number'],
    ['exp beyond all numbers', () => signed(HEADER, withText('"exp":1e999')), 'at most 2592000 seconds'],
    ['exp in milliseconds', () => shop({ exp: (NOW + 60) * 1000 }), 'at most 2592000 seconds'],
    ['exp in a year', () => shop({ exp: NOW + 365 * DAY }), 'at most 2592000 seconds'],
    ['exp a minute ago', () => shop({ exp: NOW - 60 }), 'expired'],
    ['exp 0', () => shop({ exp: 0 }), 'expired'],
    ['exp below 0', () => shop({ exp: -1e308 }), 'expired'],
    ['nbf in two minutes', () => shop({ nbf: NOW + 120 }), 'not valid yet (nbf)'],
    ['nbf as text', () => shop({ nbf: '0' }), 'nbf must be a number'],
    ['nbf beyond all numbers', () => signed(HEADER, withText('"nbf":1e999')), 'not valid yet (nbf)'],
    ['iat in two minutes', () => shop({ iat: NOW + 120 }), 'not valid yet (iat)'],
    ['iat as text', () => shop({ iat: 'now' }), 'iat must be a number'],
    // Its user.
    ['no scope', () => shop({ scope: undefined }), 'no scope'],
    ['another scope', () => shop({ scope: 'app' }), "scope must be 'user'"],
    ['scope as a list', () => shop({ scope: ['user'] }), "scope must be 'user'"],
    ['no external_id', () => shop({ external_id: undefined }), 'no external_id'],
    ['sub in place of external_id', () => shop({ external_id: undefined, sub: 'ada' }), 'no external_id'],
    ['an empty external_id', () => shop({ external_id: '' }), 'is empty'],
    ['a number as external_id', () => shop({ external_id: 7 }), 'must be a string'],
    ['an object as external_id', () => shop({ external_id: { $ne: '' } }), 'must be a string'],
    ['external_id null', () => shop({ external_id: null }), 'must be a string'],
    ['an external_id of 256 characters', () => shop({ external_id: 'x'.repeat(256) }), 'at most 255'],
    ['a NUL in external_id', () => shop({ external_id: 'ada\0' }), 'cannot be kept'],
    [
      'half a character in external_id',
      () => signed(HEADER, withText('"external_id":"\\ud800"')),
      'cannot be kept',
    ],
    // Of the provider.
    ['another issuer', () => provider({ iss: 'https://evil.example' }), 'identity.issuer'],
    ['an issuer with a slash more', () => provider({ iss: `${ISSUER}/` }), 'identity.issuer'],
    ['no issuer', () => provider({ iss: undefined }), 'identity.issuer'],
    ['another audience', () => provider({ aud: 'shop' }), 'identity.audience'],
    ['audiences of others', () => provider({ aud: ['shop', 'billing'] }), 'identity.audience'],
    ['no audience', () => provider({ aud: undefined }), 'identity.audience'],
    ['an audience that is an object', () => provider({ aud: { porch: true } }), 'identity.audience'],
    ['no exp, of the provider', () => provider({ exp: undefined }), 'no exp'],
    ['no sub', () => provider({ sub: undefined }), 'no external_id and no sub'],
    ['an empty sub', () => provider({ sub: '' }), 'sub is empty'],
    ['a long sub', () => provider({ sub: 'x'.repeat(256) }), 'at most 255'],
    ['a number as external_id beside sub', () => provider({ external_id: 7 }), 'must be a string'],
    [
      'an unknown kid of the provider',
      () => provider({}, { kid: 'gone' }),
      'is no key of the identity provider',
    ],
    ['no kid where there are several keys', () => provider({}, { kid: undefined }), 'needs a kid'],
    ['a key for encryption', () => provider({}, { kid: 'encrypts' }), 'is no key of'],
    [
      'a key that declares another alg',
      () => signAsProvider(ec, NOW, {}, { kid: 'declared-other' }),
      'is no key of',
    ],
    ['a key of another kty', () => provider({}, { kid: 'ec-1' }), 'is no key of'],
    ['a weak key', () => weakToken(), 'cannot be checked'],
    ['another key’s signature', () => signAsProvider(strange, NOW), NO_FIT],
    [
      'changed claims of the provider',
      async () => change(await provider(), 1, () => encoded({ sub: 'admin' })),
      NO_FIT,
    ],
  ];
  const otherEnding = (part: string): string => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    return part.slice(0, -1) + alphabet[alphabet.indexOf(part.at(-1) ?? '') + 1];
  };
  const encodedBytes = (...bytes: number[]) => Buffer.from(bytes).toString('base64url');
  const weakToken = (): string => {
    const claims = { iss: ISSUER, aud: AUDIENCE, sub: 'ada', exp: NOW + 60 };
    const text = `${encoded({ alg: 'RS256', kid: 'weak' })}.${encoded(claims)}`;
    return `${text}.${weak.sign(text)}`;
  };
  it.each(refused)('is refused with its reason: %s', async (_name, jwt, reason) => {
    const answer = await ask(await jwt());
    expect(answer).toContain('401 invalid_auth: ');
    expect(answer).toContain(reason);
  });

  it('is refused if the key of the provider is broken, which is the provider’s fault', async () => {
    const answer = await ask(await signAsProvider(ec, NOW, {}, { kid: 'broken' }));
    expect(answer).toContain('503 unavailable');
  });

  it.each([
    ['no identity settings', {}],
    ['no issuer', { identity: { ...IDENTITY, issuer: undefined } }],
    ['no audience', { identity: { ...IDENTITY, audience: '' } }],
  ])('of a provider is refused where the desk has %s', async (_name, settings) => {
    expect(await ask(await provider(), settings)).toContain('identity.audience');
  });

  it('without exp is accepted where the settings allow it', async () => {
    const auth = { signingKeys: [key], tokensNeedExp: false };
    expect(await ask(shop({ exp: undefined }), { auth })).toBe('ada');
  });
});

describe('the keys of an identity provider', () => {
  afterEach(() => void vi.useRealTimers());
  let first: ProviderKey;
  let next: ProviderKey;
  beforeAll(async () => {
    first = await createProviderKey('RS256', 'one');
    next = await createProviderKey('ES256', 'two');
  });

  /** A desk whose provider answers with `answer()`. */
  const standing = (answer: () => string) => {
    let loads = 0;
    const desk = createMemoryDesk({
      settings: { identity: IDENTITY },
      fetchKeySet: async () => {
        loads++;
        return answer();
      },
    });
    const status = async (of: ProviderKey) => {
      const jwt = await signAsProvider(of, Math.floor(Date.now() / 1000));
      return (await callMemoryDesk(desk, 'POST', '/login', {}, `Bearer ${jwt}`)).status;
    };
    return { desk, status, loads: () => loads };
  };

  it('are loaded with the first token and kept', async () => {
    const { status, loads } = standing(() => keySetOf(first.jwk));
    expect(loads()).toBe(0);
    expect(await Promise.all([status(first), status(first), status(first)])).toEqual([200, 200, 200]);
    expect(loads()).toBe(1);
  });

  it('are not loaded again and again for keys that it does not have', async () => {
    const { status, loads } = standing(() => keySetOf(first.jwk));
    for (let i = 0; i < 20; i++) expect(await status(next)).toBe(401);
    expect(loads()).toBe(1);
  });

  it.each([
    [
      'a failure',
      () => {
        throw new Error('ECONNREFUSED');
      },
    ],
    ['words', () => 'Sorry'],
    ['no list of keys', () => '{"keys":{}}'],
    ['keys that are none', () => '{"keys":[null]}'],
    ['null', () => 'null'],
  ] as [string, () => string][])(
    'that are %s give an error that may be tried again, and are not asked for with each token',
    async (_name, answer) => {
      const { desk, status, loads } = standing(answer);
      for (let i = 0; i < 5; i++) expect(await status(first)).toBe(503);
      expect(loads()).toBe(1);
      const { body } = await callMemoryDesk(desk, 'POST', '/appusers', {});
      expect((body as { sessionToken: string }).sessionToken).toBeTruthy();
    },
  );

  it('are loaded again for a new key, half a minute after the last time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let set = keySetOf(first.jwk);
    const { status, loads } = standing(() => set);
    expect(await status(first)).toBe(200);
    set = keySetOf(next.jwk);
    expect(await status(next)).toBe(401);
    vi.setSystemTime(Date.now() + 31_000);
    expect([await status(next), loads()]).toEqual([200, 2]);
    // The key that the provider has removed.
    expect(await status(first)).toBe(401);
  });

  it('are used for an hour more while the provider does not answer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let works = true;
    const { status } = standing(() => {
      if (works) return keySetOf(first.jwk);
      throw new Error('down');
    });
    expect(await status(first)).toBe(200);
    works = false;
    vi.setSystemTime(Date.now() + 11 * 60_000);
    expect(await status(first)).toBe(200);
    vi.setSystemTime(Date.now() + 60 * 60_000);
    expect(await status(first)).toBe(503);
    works = true;
    vi.setSystemTime(Date.now() + 6_000);
    expect(await status(first)).toBe(200);
  });

  it('that cannot be loaded refuse a subscription so that the messenger tries again', async () => {
    const { desk } = standing(() => {
      throw new Error('down');
    });
    const jwt = await signAsProvider(first, Math.floor(Date.now() / 1000));
    const live = await subscribeInMemory(desk, 'somebody', { appId: desk.appId, appUserId: 'somebody', jwt });
    expect(live.subscribed?.error).toMatch(/^503::/);
  });

  it('that the publisher removes end what their tokens may do, with the next call', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let set = keySetOf(first.jwk);
    const { desk } = standing(() => set);
    const jwt = await signAsProvider(first, Math.floor(Date.now() / 1000));
    const own = (method: string, path: string) =>
      callMemoryDesk(desk, method, path, undefined, `Bearer ${jwt}`);
    const { appUser } = (await own('POST', '/login')).body as { appUser: { _id: string } };
    expect((await own('GET', `/appusers/${appUser._id}`)).status).toBe(200);
    set = keySetOf(next.jwk);
    vi.setSystemTime(Date.now() + 11 * 60_000);
    expect((await own('GET', `/appusers/${appUser._id}`)).status).toBe(401);
  });
});
