import type { RedisConnection } from '../../../../examples/support-desk/server/redis/connectRedis';
import { createRedisHealth } from '../../../../examples/support-desk/server/redis/redisHealth';
import type { Time } from '../time';

/**
 * What can happen to the next call that adds entries: it takes long, and is given up after a second; all is added, but the
 * answer is lost; some entries are refused; or the process dies before it makes the call.
 */
export type SendFault = 'late' | 'unheard' | 'half' | 'dies';

type Entry = { place: number; fields: string[] };
type ReadAnswer = [null, [string, [string, string[]][]][] | null];
type ThereAnswer = [null, [string, string[]][]];

/** As in `connectRedis.ts`. */
const CALL_MS = 1000;
const LOST = 'Connection is closed';

/** The entries of the stream that the real `redisBus.ts` reads and adds to. */
export type Stream = ReturnType<typeof createStream>;
/** The connections of one process, and their faults. */
export type StreamLine = ReturnType<Stream['connect']>;

const placed = ({ place, fields }: Entry): [string, string[]] => [`${place}-0`, fields];

/** A stream of Redis with its connections, on the model's clock. It knows the calls of `redisBus.ts` only. */
export const createStream = (time: Time, random: () => number) => {
  let entries: Entry[] = [];
  let newest = 0;
  let isLost = false;
  /** How often the connections were lost. Calls that were under way then fail. */
  let losses = 0;
  /** What waits for a new entry, or for the connection. */
  const asleep = new Set<() => void>();
  const faults: { kind: SendFault; ms: number; happened: (which: number) => void }[] = [];
  const latency = () => 1 + Math.floor(random() * 4);
  const wake = (): void => {
    const all = [...asleep];
    asleep.clear();
    for (const go of all) go();
  };
  const add = (fields: string[]): string => {
    entries.push({ place: ++newest, fields });
    wake();
    return `${newest}-0`;
  };
  /** The fields of `XADD key *`. */
  const fieldsOf = (args: unknown[]): string[] => args.slice(2).map(String);

  /** @param which the process, for the faults of its calls */
  const connect = (which: number) => {
    let isDead = false;
    let readsLateUntil = 0;

    /** Adds entries in one call. That of a dead process rejects, as its transaction ends, too. */
    const send = (batch: string[][]): Promise<[Error | null, string | null][]> => {
      if (isLost) return Promise.reject(new Error(LOST));
      // A mark says only that Redis takes something.
      const isMark = batch[0]?.[0] === 'mark';
      const fault = isDead || isMark ? undefined : faults.shift();
      fault?.happened(which);
      if (isDead || fault?.kind === 'dies') return Promise.reject(new Error(LOST));
      const ms = fault?.kind === 'late' ? fault.ms : latency();
      const before = losses;
      return new Promise((resolve, reject) => {
        if (ms > CALL_MS) time.after(CALL_MS, () => reject(new Error('Command timed out')));
        time.after(ms, () => {
          // Nobody knows whether Redis got what was under way when the connection was lost.
          if (losses !== before && random() < 0.5) return reject(new Error(LOST));
          const answers = batch.map((fields, i): [Error | null, string | null] =>
            fault?.kind === 'half' && (i === 0 || random() < 0.5)
              ? [new Error('OOM command not allowed'), null]
              : [null, add(fields)],
          );
          if (fault?.kind === 'unheard' || losses !== before || isDead) reject(new Error(LOST));
          else resolve(answers);
        });
      });
    };

    /** Reads what is behind a place, and whether the entry there is left. Blocks until there is something. */
    const read = (from: number, blockMs: number): Promise<[ReadAnswer, ThereAnswer]> =>
      new Promise((resolve, reject) => {
        const before = losses;
        let isOver = false;
        const answer = (found: Entry[]): void => {
          cancel();
          const there = entries.filter(({ place }) => place === from).map(placed);
          const late = Math.max(0, readsLateUntil - time.now());
          time.after(latency() + late, () => {
            if (losses !== before) reject(new Error(LOST));
            else
              resolve([
                [null, found.length > 0 ? [['', found.map(placed)]] : null],
                [null, there],
              ]);
          });
        };
        const look = (): void => {
          const found = isLost ? [] : entries.filter(({ place }) => place > from);
          if (isDead || losses !== before) {
            cancel();
            reject(new Error(LOST));
          } else if (found.length > 0 || isOver) answer(found);
          else asleep.add(look);
        };
        const cancel = time.after(blockMs, () => {
          isOver = true;
          if (asleep.delete(look)) look();
        });
        look();
      });

    const redis = {
      // Places of this stream are no times, and nothing of it is removed by age.
      eval: async () => 0,
      xrevrange: findNewest,
      disconnect: () => undefined,
      pipeline: () => {
        const batch: string[][] = [];
        let reading: { from: number; blockMs: number } | undefined;
        const pipeline = {
          xadd: (...args: unknown[]) => {
            batch.push(fieldsOf(args));
            return pipeline;
          },
          xread: (...args: unknown[]) => {
            reading = { blockMs: Number(args[3]), from: Number.parseInt(String(args[6]), 10) };
            return pipeline;
          },
          xrange: () => pipeline,
          exec: () => (reading ? read(reading.from, reading.blockMs) : send(batch)),
        };
        return pipeline;
      },
    };
    return {
      connection: {
        client: redis,
        forBlocking: () => redis,
        state: () => (isLost ? 'lost' : 'ok'),
        health: createRedisHealth({ warn: () => undefined }),
        close: () => undefined,
      } as unknown as RedisConnection,
      /** What is read within this time arrives at its end. */
      readLate(ms: number) {
        readsLateUntil = time.now() + ms;
      },
      /** Ends the process's calls without an answer. */
      die() {
        isDead = true;
      },
      heal() {
        readsLateUntil = 0;
      },
    };
  };

  /** The calls of the blocking connection wait for the connection, and take no faults. */
  const findNewest = (): Promise<[string, string[]][]> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (isLost) asleep.add(look);
        else time.after(latency(), () => (isLost ? look() : resolve(entries.slice(-1).map(placed))));
      };
      look();
    });

  return {
    connect,
    /**
     * A fault of the next call that adds entries, whichever process makes it.
     * @param happened gets that process
     */
    befall: (kind: SendFault, ms: number, happened: (which: number) => void) =>
      void faults.push({ kind, ms, happened }),
    lose() {
      if (isLost) return;
      isLost = true;
      losses++;
      wake();
    },
    find() {
      isLost = false;
      wake();
    },
    /** Ends the faults of calls. */
    heal() {
      faults.length = 0;
      this.find();
    },
    /** Drops all entries, as a restart of a Redis that keeps nothing. */
    empty() {
      entries = [];
    },
    /** Drops all entries but the newest. */
    trim() {
      entries = entries.slice(-1);
    },
  };
};
