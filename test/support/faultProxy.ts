import { createServer, connect as dial, type Socket } from 'node:net';
import { listen } from './listen';

export type Way = 'up' | 'down';

/** A fault the proxy can apply to a connection. */
export type NetFault = 'refused' | 'reset' | 'delayed' | 'lostUp' | 'lostDown' | 'answerCut';

export type FaultProxy = {
  port: number;
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** How many connections each fault has affected. */
  met: ReadonlyMap<NetFault, number>;
  /** Resets new connections for `ms`. */
  refuse(ms: number): void;
  /** Resets every connection. */
  reset(): void;
  /** Delays every chunk by `by` ms in both directions, for `ms`. */
  delay(by: number, ms: number): void;
  /**
   * For `ms`, drops all data in one direction without telling either end. A connection that lost data stays
   * dead in that direction, because TCP cannot continue after a gap, until an end closes it. With `andReset`,
   * the proxy resets it when the time is over.
   */
  lose(way: Way, ms: number, andReset: boolean): void;
  /** Resets the next answer on any connection after this many bytes; 0 drops the whole answer. */
  cutAnswer(bytes: number): void;
  /** Ends every fault. Dropped data stays lost. */
  heal(): void;
  close(): Promise<void>;
};

type Pair = { near: Socket; far: Socket; lost: Record<Way, boolean>; left: number | undefined };

/** Starts a TCP proxy on a loopback port in front of a server on `targetPort`, and applies network faults. */
export const startFaultProxy = async (targetPort: number): Promise<FaultProxy> => {
  const pairs = new Set<Pair>();
  const met = new Map<NetFault, number>();
  const timers = new Set<NodeJS.Timeout>();
  // The times at which faults end, by `performance.now()`, ms.
  const losingUntil: Record<Way, number> = { up: 0, down: 0 };
  let refusingUntil = 0;
  let delayUntil = 0;
  let delayMs = 0;
  let cutAfter: number | undefined;
  const now = () => performance.now();

  const meet = (fault: NetFault) => met.set(fault, (met.get(fault) ?? 0) + 1);
  const after = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
  };
  const end = (pair: Pair) => {
    pairs.delete(pair);
    pair.near.resetAndDestroy();
    pair.far.resetAndDestroy();
  };

  const deliver = (pair: Pair, way: Way, chunk: Buffer): void => {
    const to = way === 'up' ? pair.far : pair.near;
    if (to.destroyed) return;
    if (way === 'up' && cutAfter !== undefined) {
      pair.left = cutAfter;
      cutAfter = undefined;
    }
    if (way === 'down' && pair.left !== undefined) {
      const { left } = pair;
      pair.left -= chunk.length;
      if (left >= chunk.length) return void to.write(chunk);
      meet('answerCut');
      pair.left = undefined;
      pair.lost.down = true;
      if (left === 0) end(pair);
      else to.write(chunk.subarray(0, left), () => end(pair));
      return;
    }
    to.write(chunk);
  };

  const pass = (pair: Pair, way: Way, chunk: Buffer): void => {
    if (now() < losingUntil[way] && !pair.lost[way]) {
      pair.lost[way] = true;
      meet(way === 'up' ? 'lostUp' : 'lostDown');
    }
    if (!pair.lost[way]) deliver(pair, way, chunk);
  };

  const join = (pair: Pair, way: Way): void => {
    const [from, to] = way === 'up' ? [pair.near, pair.far] : [pair.far, pair.near];
    // Each timer releases the first entry of the queue, so that chunks keep their order.
    const queue: (() => void)[] = [];
    let slowed = false;
    const inTurn = (run: () => void) => {
      const wait = now() < delayUntil ? delayMs : 0;
      if (wait > 0 && !slowed) meet('delayed');
      slowed ||= wait > 0;
      if (wait === 0 && queue.length === 0) return run();
      queue.push(run);
      after(wait, () => queue.shift()?.());
    };
    from.on('data', (chunk: Buffer) => inTurn(() => pass(pair, way, chunk)));
    from.on('end', () => {
      // Complete the sender's close even if this direction is dead.
      if (pair.lost[way]) from.end();
      inTurn(() => void (pair.lost[way] || to.end()));
    });
    from.on('close', (failed) => {
      if (failed && !pair.lost[way]) inTurn(() => end(pair));
    });
    from.on('error', () => {});
  };

  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (now() < refusingUntil) {
      meet('refused');
      near.on('error', () => {});
      near.resetAndDestroy();
      return;
    }
    const far = dial({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true });
    for (const socket of [near, far]) socket.setNoDelay(true);
    const pair: Pair = { near, far, lost: { up: false, down: false }, left: undefined };
    pairs.add(pair);
    const gone = () => {
      if (near.destroyed && far.destroyed) pairs.delete(pair);
    };
    near.on('close', gone);
    far.on('close', gone);
    join(pair, 'up');
    join(pair, 'down');
  });
  const listening = await listen(server);

  return {
    ...listening,
    met,
    refuse(ms) {
      refusingUntil = now() + ms;
    },
    reset() {
      for (const pair of pairs) {
        meet('reset');
        end(pair);
      }
    },
    delay(by, ms) {
      delayMs = by;
      delayUntil = now() + ms;
    },
    lose(way, ms, andReset) {
      losingUntil[way] = now() + ms;
      if (andReset) after(ms, () => [...pairs].filter((pair) => pair.lost[way]).forEach(end));
    },
    cutAnswer(bytes) {
      cutAfter = bytes;
    },
    heal() {
      refusingUntil = delayUntil = losingUntil.up = losingUntil.down = 0;
      cutAfter = undefined;
    },
    async close() {
      for (const timer of timers) clearTimeout(timer);
      for (const pair of pairs) end(pair);
      await listening.close();
    },
  };
};
