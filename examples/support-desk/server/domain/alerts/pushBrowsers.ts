import { createECDH, ECDH } from 'node:crypto';
import type { PushAnswer, PushTestAnswer } from '../../../shared/answers/pushes';
import type { PushBody } from '../../../shared/bodies/pushes';
import { PUSH_BROWSERS } from '../../limits/table';
import { DeskError } from '../../model/deskError';
import type { PlacedBrowser, PushBrowser } from '../../model/pushEntities';
import type { Store } from '../../store/store';
import { type AccountDeps, agentSessionsEndBefore } from '../accounts/access';
import type { Self } from '../accounts/ownAccount';
import { seconds } from '../views';
import { MENTION_MS } from './decidePushes';
import type { PushNotice } from './pushWords';

/** The answer of a push service: taken; the browser's subscription has ended; refused for good; failed, for now. */
export type PushOutcome = 'taken' | 'ended' | 'refused' | 'failed';

/** Sends one message. `retryAfterMs`: how long the push service asks to wait. Never rejects. */
export type PostPush = (
  browser: PushBrowser,
  notice: PushNotice,
  times: { ttlMs: number; now: number },
) => Promise<{ outcome: PushOutcome; answer: string; retryAfterMs?: number }>;

export type PushParts = {
  /** The key that browsers subscribe with, in base64url. */
  publicKey: string;
  post: PostPush;
  /** Why the desk cannot send to this address; undefined if it can. */
  problemOf(endpoint: string): string | undefined;
  /** Stores alerts from now on, because a browser gets them. */
  begin(): void;
};

export type PushDeps = AccountDeps & { push: PushParts };

const CURVE = 'prime256v1';

/** The public key of the desk's private one, in base64url. */
export const pushPublicKey = ({ pushKey }: Pick<Store, 'pushKey'>): string => {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(pushKey, 'base64url');
  return pair.getPublicKey('base64url');
};

const isOnCurve = (key: string): boolean => {
  try {
    const point = Buffer.from(key, 'base64url');
    // 65 bytes are the uncompressed form, the only one of push messages.
    return point.length === 65 && ECDH.convertKey(point, CURVE).length > 0;
  } catch {
    return false;
  }
};

const browsersOf = async (deps: AccountDeps, { agent }: Self): Promise<PlacedBrowser[]> =>
  (await deps.store.pushBrowsers(agentSessionsEndBefore(deps))).filter(({ agentId }) => agentId === agent.id);

/** The key to subscribe with, and the agent's browsers that get push messages, oldest first. */
export const pushState = async (deps: PushDeps, self: Self): Promise<PushAnswer> => ({
  key: deps.push.publicKey,
  browsers: (await browsersOf(deps, self)).map(({ sessionId, userAgent, createdAt, away }) => ({
    id: sessionId,
    userAgent,
    createdAt: seconds(createdAt),
    away,
    current: sessionId === self.sessionId,
  })),
});

/**
 * Sends push messages to the browser of this session from now on. Of too many browsers, the oldest is removed.
 * @throws bad_request for an address or keys that cannot be used
 */
export const subscribe = async (
  deps: PushDeps,
  self: Self,
  { endpoint, keys, away }: PushBody,
): Promise<void> => {
  const problem = deps.push.problemOf(endpoint);
  if (problem) throw new DeskError('bad_request', `endpoint ${problem}`);
  if (!isOnCurve(keys.p256dh) || Buffer.from(keys.auth, 'base64url').length !== 16)
    throw new DeskError('bad_request', 'keys must be those of a browser’s subscription');
  const all = await browsersOf(deps, self);
  const others = all.filter(({ sessionId }) => sessionId !== self.sessionId);
  const known = all.find(({ sessionId }) => sessionId === self.sessionId);
  await deps.store.transaction(async (tx) => {
    for (const { sessionId } of others.slice(0, Math.max(0, others.length + 1 - PUSH_BROWSERS)))
      await tx.deletePushBrowser(sessionId);
    const createdAt = known?.endpoint === endpoint ? known.createdAt : deps.now();
    const isAway = away ?? known?.away ?? false;
    await tx.putPushBrowser({ sessionId: self.sessionId, endpoint, ...keys, away: isAway, createdAt });
  });
  deps.push.begin();
};

/** Sends no more push messages to one of the agent's browsers. @throws not_found */
export const unsubscribe = async (deps: PushDeps, self: Self, id: string): Promise<void> => {
  const known = (await browsersOf(deps, self)).some(({ sessionId }) => sessionId === id);
  if (!known || !(await deps.store.transaction((tx) => tx.deletePushBrowser(id))))
    throw new DeskError('not_found', 'There is no such browser');
};

const TEST: PushNotice = { title: 'Test', body: 'Push messages reach this browser.', tag: 'test' };

/** Sends a push message to the browser of this session now. @throws not_found if it gets none */
export const testPush = async (deps: PushDeps, self: Self): Promise<PushTestAnswer> => {
  const browser = (await browsersOf(deps, self)).find(({ sessionId }) => sessionId === self.sessionId);
  if (!browser) throw new DeskError('not_found', 'This browser gets no push messages');
  const { outcome } = await deps.push.post(browser, TEST, { ttlMs: MENTION_MS, now: deps.now() });
  if (outcome === 'ended')
    await deps.store.transaction((tx) => tx.deletePushBrowser(browser.sessionId, browser.endpoint));
  return { outcome };
};
