import type { RedisConnection } from '../../../../examples/support-desk/server/redis/connectRedis';
import { MARK, SEND } from '../../../../examples/support-desk/server/redis/eventSender';
import { createRedisHealth } from '../../../../examples/support-desk/server/redis/redisHealth';
import type { Time } from '../time';
import { createSubscriber } from './subscriber';

/**
 * What can happen to the next call that adds entries: it takes long, and is given up after a second; all is added, but the
 * answer is lost; some entries are refused; or the process dies before it makes the call.
 */
export type SendFault = 'late' | 'unheard' | 'half' | 'dies';

type Entry = { place: number; fields: string[] };
/** What a script adds, and tells to whom. */
type Addition = { fields: string[]; channels: string[] };

/** As in `connectRedis.ts`. */
const CALL_MS = 1000;
const LOST = 'Connection is closed';

/** The entries of the stream that the real `redisBus.ts` adds to, and the channels on which it publishes. */
export type Stream = ReturnType<typeof createStream>;
/** The connections of one process, and their faults. */
export type StreamLine = ReturnType<Stream['connect']>;

const placed = ({ place, fields }: Entry): [string, string[]] => [`${place}-0`, fields];

/** What the arguments of `SEND` add. */
const additionsIn = (args: string[]): Addition[] => {
  const found: Addition[] = [];
  for (let i = 0; i < args.length; ) {
    const [id = '', text = '', count = '0'] = args.slice(i, i + 3);
    const channels = args.slice(i + 3, i + 3 + Number(count));
    found.push({ fields: ['id', id, 'publication', text], channels });
    i += 3 + Number(count);
  }
  return found;
};

/** A stream of Redis with its channels and connections, on the model's clock. It knows the calls of `redisBus.ts` only. */
export const createStream = (time: Time, random: () => number) => {
  let entries: Entry[] = [];
  let newest = 0;
  let isLost = false;
  /** How often the connections were lost. Calls that were under way then fail. */
  let losses = 0;
  const lines = new Set<{ cut(): void; hear(channel: string, said: string): void }>();
  const faults: { kind: SendFault; ms: number; happened: (which: number) => void }[] = [];
  const latency = () => 1 + Math.floor(random() * 4);

  const add = ({ fields, channels }: Addition): string => {
    const place = `${++newest}-0`;
    entries.push({ place: newest, fields });
    const [, id, , text] = fields;
    const said = [place, id, text].filter((one) => one !== undefined).join('\n');
    for (const line of lines) for (const channel of channels) line.hear(channel, said);
    return place;
  };

  /** @param which the process, for the faults of its calls */
  const connect = (which: number) => {
    let isDead = false;
    let lateUntil = 0;
    const late = () => Math.max(0, lateUntil - time.now());
    const subscriber = createSubscriber({
      ...{ time, latency, late },
      isThere: () => !isLost && !isDead,
    });
    lines.add(subscriber);

    /** Runs a script. That of a dead process rejects, as its transaction ends, too. */
    const run = <T>(additions: Addition[], isMark: boolean, answer: (place: string) => T): Promise<T> => {
      if (isLost) return Promise.reject(new Error(LOST));
      // A mark proves only that Redis takes something.
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
          const isHalf = fault?.kind === 'half';
          const taken = isHalf ? additions.slice(0, Math.floor(random() * additions.length)) : additions;
          const place = taken.map(add).at(-1) ?? '';
          if (isHalf) reject(new Error('OOM command not allowed'));
          else if (fault?.kind === 'unheard' || losses !== before || isDead) reject(new Error(LOST));
          else resolve(answer(place));
        });
      });
    };

    /** Reads what is behind a place, and the entry there. */
    const read = (from: number): Promise<unknown> => {
      if (isLost || isDead) return Promise.reject(new Error(LOST));
      const before = losses;
      return new Promise((resolve, reject) => {
        time.after(latency(), () => {
          const found = entries.filter(({ place }) => place > from).map(placed);
          const there = entries.filter(({ place }) => place === from).map(placed);
          const ms = latency() + late();
          if (ms > CALL_MS) time.after(CALL_MS, () => reject(new Error('Command timed out')));
          time.after(ms, () => {
            if (losses !== before || isDead) reject(new Error(LOST));
            else
              resolve([
                [null, found.length > 0 ? [['', found]] : null],
                [null, there],
              ]);
          });
        });
      });
    };

    const client = {
      options: {},
      eval: async (script: string, _keys: number, _stream: string, ...args: unknown[]) => {
        const texts = args.map(String);
        if (script === SEND) return run(additionsIn(texts), false, () => 1);
        // Places of this stream are no times, and nothing of it is removed by age.
        if (script !== MARK) return 0;
        const [channel = '', name = ''] = texts;
        const mark = { fields: ['mark', name], channels: [channel] };
        return run([mark], true, (place) => [place, entries.length]);
      },
      pipeline: () => {
        let from = 0;
        const pipeline = {
          xread: (...args: unknown[]) => {
            from = Number.parseInt(String(args[4]), 10);
            return pipeline;
          },
          xrange: () => pipeline,
          exec: () => read(from),
        };
        return pipeline;
      },
    };
    return {
      connection: {
        client,
        forSubscribing: () => subscriber.connection,
        state: () => (isLost ? 'lost' : 'ok'),
        health: createRedisHealth({ warn: () => undefined }),
        close: () => undefined,
      } as unknown as RedisConnection,
      /** What is heard, read, or subscribed to within this time arrives at its end. */
      readLate(ms: number) {
        lateUntil = time.now() + ms;
      },
      /** Cuts the connection for subscriptions. */
      cut: subscriber.cut,
      /** Ends the process's calls without an answer. */
      die() {
        isDead = true;
        lines.delete(subscriber);
      },
      heal() {
        lateUntil = 0;
      },
    };
  };

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
      for (const line of lines) line.cut();
    },
    find() {
      isLost = false;
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
