import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** `silent`: packets vanish in both directions. `lossy`: every second one does. */
export type WireState = 'open' | 'silent' | 'lossy';

/** A TCP connection's way from a process to another, which can be disturbed. */
export type Wire = {
  port: number;
  set(state: WireState): void;
  close(): void;
};

/** How long TCP waits before it sends a packet again, at first; it doubles each time. */
const FIRST_RETRY_MS = 200;
const MOST_LOSSES = 6;

/** How late a packet arrives that is lost as often as a coin shows tails. */
const lateness = (): number => {
  let losses = 0;
  while (losses < MOST_LOSSES && Math.random() < 0.5) losses++;
  return FIRST_RETRY_MS * (2 ** losses - 1);
};

/** Passes connections on to a port of this machine. The caller closes it. */
export const openWire = (to: number): Promise<Wire> =>
  new Promise((resolve, reject) => {
    const ends = new Set<Socket>();
    let state: WireState = 'open';

    const carry = (from: Socket, into: Socket): void => {
      let turn = Promise.resolve();
      const inTurn = (pass: () => void): void => {
        turn = turn.then(async () => {
          if (state === 'lossy') await wait(lateness());
          pass();
        });
      };
      from.on('data', (bytes) => {
        if (state === 'open') into.write(bytes);
        else inTurn(() => into.write(bytes));
      });
      from.on('end', () => inTurn(() => into.end()));
      from.on('error', () => into.destroy());
      from.on('close', () => {
        ends.delete(from);
        into.destroy();
      });
    };
    const server = createServer({ allowHalfOpen: true }, (near) => {
      const far = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true });
      for (const end of [near, far]) {
        ends.add(end);
        end.setNoDelay(true);
        if (state === 'silent') end.pause();
      }
      carry(near, far);
      carry(far, near);
      if (state === 'silent') for (const end of [near, far]) end.pause();
    });
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      resolve({
        port,
        set: (next) => {
          state = next;
          for (const end of ends) {
            if (state === 'silent') end.pause();
            else end.resume();
          }
        },
        close: () => {
          server.close();
          for (const end of ends) end.destroy();
        },
      });
    });
  });
