import { OWN_MARK } from '@porch/messenger/wire/ownMark';
import { type Apart, SIGN_MS, type Sign, watchApart } from '../nodes/apart';
import type { Awake } from '../process/awake';
import { withLimit } from '../process/waits';
import type { OpenStore } from '../store/sql/openStore';
import type { SharedState } from './openRedis';

/**
 * Whether the desk answers at its public address that it is ready. A process that reaches nothing cannot be the one
 * that answers.
 */
const isReady = (publicUrl: string, { after }: Awake): Promise<boolean> =>
  withLimit(SIGN_MS, after, async (signal) => {
    const { ok, headers, body } = await fetch(`${publicUrl}/ready`, { signal });
    await body?.cancel();
    // A proxy may answer with its own page.
    return ok && headers.has(OWN_MARK);
  });

/**
 * Watches the parts of a desk that shares a database and Redis with others.
 * @param publicUrl the address of any of its processes
 */
export const watchParts = (
  clock: Awake,
  { ping, nodes }: Pick<OpenStore, 'ping' | 'nodes'>,
  id: string,
  { client, signOf }: Pick<SharedState, 'client' | 'signOf'>,
  publicUrl?: string,
): Apart => {
  const sign: Sign = { leave: () => nodes.leaveSign(id), isThere: () => nodes.hasSign(id, SIGN_MS) };
  return watchApart({
    clock,
    database: { ping, sign },
    redis: { ping: () => client.ping(), sign: signOf(id) },
    isServed: publicUrl === undefined ? undefined : () => isReady(publicUrl, clock),
  });
};
