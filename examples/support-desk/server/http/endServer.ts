import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ending } from '../process/lifecycle';
import { cutBody } from './cutBodies';

/** The requests in progress on a server. */
type OpenRequests = {
  /** @param isUpload whether it sends a file */
  add(request: IncomingMessage, response: ServerResponse, isUpload: boolean): void;
  /** Waits until the current uploads have arrived, but at most this long. */
  uploads(ms: number, hurry: AbortSignal): Promise<void>;
  /** Cuts off the requests that have not arrived completely. */
  cutIncomplete(): void;
};

const within = async (ms: number, hurry: AbortSignal, done: Promise<unknown>): Promise<void> => {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, hurry]);
  await Promise.race([done, wait(ms, undefined, { signal }).catch(() => undefined)]);
  over.abort();
};

export const createOpenRequests = (): OpenRequests => {
  const open = new Set<IncomingMessage>();
  const uploads = new Set<Promise<void>>();
  return {
    add: (request, response, isUpload) => {
      const done = new Promise<void>((resolve) => response.once('close', () => resolve()));
      open.add(request);
      if (isUpload) uploads.add(done);
      done.then(() => {
        open.delete(request);
        uploads.delete(done);
      });
    },
    uploads: async (ms, hurry) => {
      if (ms > 0 && uploads.size > 0) await within(ms, hurry, Promise.all([...uploads]));
    },
    cutIncomplete: () => {
      for (const request of open) if (!request.complete) cutBody(request, true);
    },
  };
};

const LOOK_MS = 20;

/** Accepts no new connections, lets open requests finish, and cuts off those that take too long. */
export const endServer = async (
  server: Server,
  upgraded: ReadonlySet<Duplex>,
  requests: OpenRequests,
  { bodyMs, answerMs }: Ending,
  hurry: AbortSignal,
): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const looking = setInterval(() => server.closeIdleConnections(), LOOK_MS);
  const cutting = setTimeout(requests.cutIncomplete, bodyMs);
  await within(answerMs, hurry, closed);
  server.closeAllConnections();
  for (const stream of upgraded) stream.destroy();
  await closed;
  clearInterval(looking);
  clearTimeout(cutting);
};
