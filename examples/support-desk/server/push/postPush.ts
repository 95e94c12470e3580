import { createECDH } from 'node:crypto';
import { encrypt } from 'http_ece';
import { importJWK, SignJWT } from 'jose';
import type { PostPush, PushOutcome } from '../domain/alerts/pushBrowsers';
import type { PushNotice } from '../domain/alerts/pushWords';
import { guardedRequest, type MayReach, NotReachable } from '../egress/guardedRequest';
import { isPublic } from '../egress/publicAddress';
import type { PushBrowser } from '../model/pushEntities';
import type { Clock } from '../process/clock';
import { codeOf } from '../process/errorCode';
import { withLimit } from '../process/waits';

const TIMEOUT_MS = 10_000;
/** How long the desk's signature is valid. A push service refuses more than a day. */
const SIGNED_S = 12 * 3600;
/** Push services take 32 characters of base64url. */
const TOPIC = /^[\w-]{1,32}$/;
/** The subscription has ended. */
const ENDED = [404, 410];
/** It may work later. */
const LATER = [408, 425, 429];

type PostDeps = {
  /** The desk's keys, in base64url. */
  pushKey: string;
  publicKey: string;
  /** Whom a push service may write to: an `https:` or `mailto:` address. */
  contact(): string | undefined;
  after: Clock['after'];
  /** By default, public addresses. */
  mayReach?: MayReach;
};

/** The private key as jose takes it. The public one is 04, x and y. */
const signingKeyOf = ({ pushKey, publicKey }: PostDeps) => {
  const point = Buffer.from(publicKey, 'base64url');
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url');
  return importJWK({ kty: 'EC', crv: 'P-256', d: pushKey, x: part(1), y: part(33) }, 'ES256');
};

/** Encrypts what only this browser can read (RFC 8291), with a new key pair. */
const encrypted = (notice: PushNotice, { p256dh, auth }: PushBrowser): Buffer => {
  const privateKey = createECDH('prime256v1');
  privateKey.generateKeys();
  return encrypt(Buffer.from(JSON.stringify(notice)), {
    version: 'aes128gcm',
    privateKey,
    dh: p256dh,
    authSecret: auth,
  });
};

/** In ms; undefined without one. */
const retryAfter = (header: string | undefined, now: number): number | undefined => {
  if (!header) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
};

const outcomeOf = (status: number): PushOutcome => {
  if (status >= 200 && status < 300) return 'taken';
  if (ENDED.includes(status)) return 'ended';
  return status >= 500 || LATER.includes(status) ? 'failed' : 'refused';
};

/**
 * Creates the function that sends a push message (RFC 8030) with the desk's signature (RFC 8292). It connects only to
 * public addresses, follows no redirects, and reads only the head of the answer.
 */
export const createPostPush = (deps: PostDeps): PostPush => {
  const { publicKey, contact, after, mayReach = isPublic } = deps;
  const signingKey = signingKeyOf(deps);
  const headersOf = async (url: URL, notice: PushNotice, ttlMs: number, now: number) => {
    const subject = contact();
    const token = await new SignJWT(subject === undefined ? {} : { sub: subject })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setAudience(url.origin)
      .setExpirationTime(Math.floor(now / 1000) + SIGNED_S)
      .sign(await signingKey);
    return {
      Authorization: `vapid t=${token}, k=${publicKey}`,
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      TTL: String(Math.ceil(ttlMs / 1000)),
      Urgency: 'high',
      ...(TOPIC.test(notice.tag) && { Topic: notice.tag }),
    };
  };
  return (browser, notice, { ttlMs, now }) =>
    withLimit(TIMEOUT_MS, after, async (signal) => {
      try {
        const url = new URL(browser.endpoint);
        const body = encrypted(notice, browser);
        const headers = {
          ...(await headersOf(url, notice, ttlMs, now)),
          'Content-Length': String(body.length),
        };
        const answer = await guardedRequest(url, { method: 'POST', headers, body, mayReach, signal });
        answer.destroy();
        const status = answer.statusCode ?? 0;
        const retryAfterMs = retryAfter(answer.headers['retry-after'], now);
        return { outcome: outcomeOf(status), answer: String(status), retryAfterMs };
      } catch (error) {
        if (error instanceof NotReachable) return { outcome: 'refused', answer: error.message };
        return {
          outcome: 'failed',
          answer: signal.aborted ? 'no answer in time' : codeOf(error) || 'unknown',
        };
      }
    });
};
