import { Webhook as Signer } from 'standardwebhooks';
import { guardedRequest, type MayReach, NotReachable, type Resolve } from '../egress/guardedRequest';
import { isPublic } from '../egress/publicAddress';
import type { Webhook } from '../model/integrationEntities';
import type { Clock } from '../process/clock';
import { codeOf } from '../process/errorCode';
import { withLimit } from '../process/waits';

/** The result of an attempt. */
export type Attempt = {
  outcome: 'taken' | 'refused' | 'failed';
  /** A status, or the failure; without addresses. */
  answer: string;
};

export type Post = (webhook: Webhook, id: string, body: string, now: number) => Promise<Attempt>;

const TIMEOUT_MS = 10_000;
/** The receiver will never accept this event: others must not wait for it. */
const REFUSALS = [400, 406, 410];

/** A name in the form for comparison: in lower case, without a trailing dot. */
const plain = (host: string): string => host.toLowerCase().replace(/\.$/, '');

/**
 * Whether a webhook may have this address.
 * @param allowed the hosts that the operator allows anywhere, even over plain HTTP
 * @returns why not, or `undefined`
 */
export const targetProblem = (target: string, allowed: readonly string[]): string | undefined => {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be an https address';
  if (url.username || url.password) return 'must have no name and password';
  const isAllowed = allowed.includes(plain(url.hostname));
  if (url.protocol === 'http:' && !isAllowed) return 'must be an https address';
  return undefined;
};

const failureOf = (error: unknown): string => {
  if (error instanceof NotReachable) return error.message;
  return codeOf(error) || (error instanceof Error ? error.name : 'unknown');
};

/**
 * Posts to webhooks, only to public addresses, and over HTTPS. Follows no redirects, and reads only the status of the
 * answer.
 * @param allowed the hosts that the operator allows
 * @param resolve resolves names; by default with Node's lookup
 */
export const createPost = (allowed: readonly string[], after: Clock['after'], resolve?: Resolve): Post => {
  const everywhere: MayReach = () => true;
  return async (webhook, id, body, now) => {
    const url = new URL(webhook.target);
    const problem = targetProblem(webhook.target, allowed);
    if (problem) return { outcome: 'failed', answer: problem };
    const at = new Date(now);
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      'User-Agent': 'Porch',
      'X-API-Key': webhook.secret,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': new Signer(webhook.secret).sign(id, at, body),
    };
    const mayReach = allowed.includes(plain(url.hostname)) ? everywhere : isPublic;
    return withLimit(TIMEOUT_MS, after, async (signal) => {
      try {
        const answer = await guardedRequest(url, {
          method: 'POST',
          headers,
          body,
          mayReach,
          signal,
          resolve,
        });
        answer.destroy();
        const status = answer.statusCode ?? 0;
        const isTaken = status >= 200 && status < 300;
        const outcome = isTaken ? 'taken' : REFUSALS.includes(status) ? 'refused' : 'failed';
        return { outcome, answer: String(status) };
      } catch (error) {
        return { outcome: 'failed', answer: signal.aborted ? 'no answer in time' : failureOf(error) };
      }
    });
  };
};
