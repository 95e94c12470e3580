import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import type { Answer } from './deskClient';
import { listen } from './listen';

/** What the push service has taken, decrypted with the browser's keys. */
export type Taken = {
  browser: string;
  notice: { title: string; body: string; tag: string; conversation?: string };
  headers: Record<string, string | string[] | undefined>;
  /** The claims of the desk's signature. */
  claims: Record<string, unknown>;
};

/** Decrypts a message by RFC 8188 and RFC 8291, with nothing but hashes and ciphers. */
const decrypt = (body: Buffer, pair: ReturnType<typeof createECDH>, auth: Buffer): string => {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const content = body.subarray(21 + keyLength);
  const derive = (ikm: Buffer, by: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', ikm, by, info, length));
  const ikm = derive(
    pair.computeSecret(senderKey),
    auth,
    Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey]),
    32,
  );
  const key = derive(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(content.subarray(-16));
  const plain = Buffer.concat([cipher.update(content.subarray(0, -16)), cipher.final()]);
  // The last record ends with the delimiter 2.
  const end = plain.lastIndexOf(2);
  return plain.subarray(0, end).toString();
};

/** Checks the desk's signature by RFC 8292. @returns its claims */
const verify = async (authorization: string, audience: string, now: number) => {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const signedBy = await importJWK({ kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }, 'ES256');
  if (decodeProtectedHeader(token).alg !== 'ES256') throw new Error('not ES256');
  const { payload } = await jwtVerify(token, signedBy, { audience, currentDate: new Date(now) });
  if ((payload.exp ?? 0) * 1000 > now + 86_400_000) throw new Error('valid for more than a day');
  return { claims: payload as Record<string, unknown>, key };
};

/**
 * Starts a push service on loopback.
 * @param now the desk's clock, in ms
 */
export const startPushService = async (now: () => number) => {
  const browsers = new Map<string, { pair: ReturnType<typeof createECDH>; auth: Buffer }>();
  const taken: Taken[] = [];
  /** What it answers instead of taking a message, by browser. */
  const refusals = new Map<string, { status: number; headers?: Record<string, string> } | 'silent'>();
  const tried: string[] = [];
  const held: (() => void)[] = [];
  const problems: string[] = [];
  let desk: string | undefined;
  const server = await listen(
    createServer(async (request, response) => {
      const browser = request.url?.slice(1) ?? '';
      const body = await buffer(request);
      tried.push(browser);
      const refusal = refusals.get(browser);
      if (refusal === 'silent') return void held.push(() => response.writeHead(503).end());
      if (refusal) return response.writeHead(refusal.status, refusal.headers).end();
      try {
        const { pair, auth } = browsers.get(browser) ?? {};
        if (!pair || !auth) return response.writeHead(410).end();
        const audience = `http://${request.headers.host}`;
        const { claims, key } = await verify(request.headers.authorization ?? '', audience, now());
        desk ??= key;
        if (key !== desk) throw new Error('another desk');
        if (body.length > 4096) throw new Error('too long');
        const notice = JSON.parse(decrypt(body, pair, auth));
        taken.push({ browser, notice, headers: request.headers, claims });
        response.writeHead(201).end();
      } catch (error) {
        problems.push(String(error));
        response.writeHead(400).end();
      }
    }),
  );
  return {
    ...server,
    taken,
    tried,
    refusals,
    problems,
    /** Answers the silent requests. */
    release: () => {
      for (const answer of held.splice(0)) answer();
    },
    /** What a browser sends to the desk once it has subscribed. */
    subscribe: (browser: string) => {
      const pair = createECDH('prime256v1');
      const p256dh = pair.generateKeys('base64url');
      const auth = randomBytes(16);
      browsers.set(browser, { pair, auth });
      return {
        endpoint: `${server.origin}/${browser}`,
        keys: { p256dh, auth: auth.toString('base64url') },
      };
    },
  };
};

export type PushService = Awaited<ReturnType<typeof startPushService>>;

/** The ids of the browsers in an answer. */
export const browsersIn = ({ body }: Answer): string[] =>
  (body as unknown as { browsers: { id: string }[] }).browsers.map(({ id }) => id);
