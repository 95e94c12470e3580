import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { AnotherDesk, enterNode, holdNode, type NodeClaim } from '../nodes/nodeClaim';
import type { Awake } from '../process/awake';
import type { Clock } from '../process/clock';
import { failureOf, type Log } from '../process/log';
import { StartError } from '../process/startError';
import { OWN_TOPICS } from '../redis/deskPrefix';
import type { OpenStore } from '../store/sql/openStore';

type Entering = {
  redisUrl?: string;
  log?: Pick<Log, 'warn'>;
  say?: (line: string) => void;
  onEnd?: (sentence: string) => void;
};

/**
 * Enters this process in a database that others can also reach, and keeps it there.
 * @throws StartError if another desk uses it
 */
export const enterDatabase = async (
  store: OpenStore,
  { redisUrl, say, onEnd, log }: Entering,
  { elapsed, after }: Clock,
  { awake }: Awake,
): Promise<NodeClaim> => {
  const node = {
    id: `${OWN_TOPICS}${randomBytes(12).toString('hex')}`,
    host: hostname(),
    shares: redisUrl !== undefined,
  };
  try {
    await enterNode(store.nodes, node, after, say);
  } catch (error) {
    if (!(error instanceof AnotherDesk)) throw error;
    throw new StartError(
      `Another support desk (on ${error.node.host}) uses this database. Stop it first, or set REDIS_URL to the same address for both, because without it two would not show each other's messages until pages load again.`,
    );
  }
  const onLost = (): void =>
    onEnd?.(
      'Another support desk has taken over this database, because this one stood still for longer than 8 seconds.',
    );
  return holdNode(store.nodes, node, {
    now: elapsed,
    awake,
    after,
    answeredAt: store.answeredAt,
    onLost,
    onRefused: (error) =>
      error === undefined
        ? log?.warn('the database does not answer')
        : log?.warn(failureOf(error), 'the database takes no changes'),
    onBack: () => log?.warn('the database is back'),
  });
};
