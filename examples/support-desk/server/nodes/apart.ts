import type { Awake } from '../process/awake';
import { createShared } from '../process/shared';
import { resolvesWithin } from '../process/waits';

/**
 * Where processes tell each other that they reach both the database and Redis. All share one sign: a process that
 * reaches both renews it, and a process that finds another's fresh sign knows that this other one is well.
 */
export type Sign = {
  /** Renews this process' sign. */
  leave(): Promise<unknown>;
  /** Whether another process has renewed its sign in the last seconds. */
  isThere(): Promise<boolean>;
};

/** Whether only this process has lost what the others have. */
export type Apart = {
  isApart(): boolean;
  /** Calls `then` each time that happens. */
  onApart(then: () => void): void;
  stop(): void;
};

type ApartDeps = {
  clock: Pick<Awake, 'awake' | 'after'>;
  database: { ping(): Promise<unknown>; sign: Sign };
  redis: { ping(): Promise<unknown>; sign: Sign };
  /** Whether the desk serves at its public address. Checked only while this process reaches neither part and cannot serve. */
  isServed?: () => Promise<boolean>;
};

const ROUND_MS = 1000;
const ANSWER_MS = 1000;
/** A part that has not answered for this time is lost. Signs are younger, so that none is from before the loss. */
const LOST_MS = 6000;
/** How long a sign of another process counts. */
export const SIGN_MS = 3000;
/** How long everything must work again, or no other process be well, until this process takes clients again. */
const BACK_MS = 10_000;

/** Checks each second, until stopped. */
export const watchApart = ({
  clock,
  database,
  redis,
  isServed = () => Promise.resolve(false),
}: ApartDeps): Apart => {
  const { awake, after } = clock;
  const answeredAt = { database: awake(), redis: awake() };
  /** When this process last missed something while another was well. */
  let missedAt = Number.NEGATIVE_INFINITY;
  let apart = false;
  const told: (() => void)[] = [];
  let stopped = false;
  let cancel = (): void => undefined;

  const works = (answer: Promise<unknown>): Promise<boolean> => resolvesWithin(answer, ANSWER_MS, after);
  const pings = { database: createShared(database.ping), redis: createShared(redis.ping) };
  const ask = async (part: keyof typeof pings): Promise<boolean> => {
    const answers = await works(pings[part]());
    if (answers) answeredAt[part] = awake();
    return answers;
  };
  const isLost = (part: keyof typeof pings): boolean => awake() - answeredAt[part] > LOST_MS;
  const isTrue = async (answer: Promise<boolean>): Promise<boolean> => (await works(answer)) && answer;
  const isThere = ({ sign }: { sign: Sign }): Promise<boolean> => isTrue(sign.isThere());

  const look = async (): Promise<void> => {
    const [hasDatabase, hasRedis] = await Promise.all([ask('database'), ask('redis')]);
    if (hasDatabase && hasRedis) await works(Promise.all([database.sign.leave(), redis.sign.leave()]));
    // Over the part that answers, the others report that they have the other part.
    else if (
      (hasRedis && isLost('database') && (await isThere(redis))) ||
      (hasDatabase && isLost('redis') && (await isThere(database))) ||
      (!hasDatabase && !hasRedis && isLost('database') && isLost('redis') && (await isTrue(isServed())))
    )
      missedAt = awake();
    const was = apart;
    apart = awake() - missedAt < BACK_MS;
    if (apart && !was) for (const then of told) then();
  };
  const lookOn = async (): Promise<void> => {
    await look().catch(() => undefined);
    if (!stopped) cancel = after(ROUND_MS, () => void lookOn());
  };
  cancel = after(ROUND_MS, () => void lookOn());

  return {
    isApart: () => apart,
    onApart: (then) => void told.push(then),
    stop: () => {
      stopped = true;
      cancel();
    },
  };
};
