import { type Apart, SIGN_MS, type Sign, watchApart } from './apart';
import type { Awake } from './awake';
import type { SharedState } from './openRedis';
import type { OpenStore } from './store/sql/openStore';

/** Watches the parts of a desk that shares a database and Redis with others. */
export const watchParts = (
  clock: Awake,
  { ping, nodes }: Pick<OpenStore, 'ping' | 'nodes'>,
  id: string,
  { client, signOf }: Pick<SharedState, 'client' | 'signOf'>,
): Apart => {
  const sign: Sign = { leave: () => nodes.leaveSign(id), isThere: () => nodes.hasSign(id, SIGN_MS) };
  return watchApart({
    clock,
    database: { ping, sign },
    redis: { ping: () => client.ping(), sign: signOf(id) },
  });
};
