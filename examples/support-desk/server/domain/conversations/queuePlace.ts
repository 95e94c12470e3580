import type { Conversation } from '../../model/entities';
import { median } from '../../model/median';
import type { Reads } from '../../store/reads';
import type { Deps } from '../deps';

/** A conversation's place in the queue. */
type Waiting = {
  /** 1 is next. */
  queuePosition: number;
  /** The median of recent first answers, in seconds; `undefined` if there were none. */
  responseTime: number | undefined;
  /** False if an agent has had the conversation before. */
  isInitialRouting: boolean;
};

const RECENT_MS = 86_400_000;
const RECENT_ANSWERS = 20;

/** A conversation's place in the queue; `undefined` if it is not queued. */
export const waitingOf = async (
  deps: Pick<Deps, 'now'> & { store: Pick<Reads, 'queuedBefore' | 'firstAnswerTimes'> },
  conversation: Conversation,
): Promise<Waiting | undefined> => {
  const { id, routingStatus, queuedAt, assignedBefore } = conversation;
  if (routingStatus !== 'queued' || queuedAt === null) return undefined;
  const [before, times] = await Promise.all([
    deps.store.queuedBefore(queuedAt, id),
    deps.store.firstAnswerTimes(deps.now() - RECENT_MS, RECENT_ANSWERS),
  ]);
  const typical = median(times);
  return {
    queuePosition: before + 1,
    responseTime: typical === undefined ? undefined : Math.round(typical / 1000),
    isInitialRouting: !assignedBefore,
  };
};
