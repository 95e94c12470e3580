import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { every } from '@porch/messenger/platform/timer';
import type { Clock } from '../process/clock';
import type { Ending } from '../process/lifecycle';
import { pause } from '../process/waits';
import { cutBody } from './cutBodies';

/** A wait that `hurry` ends. */
type Patience = { ms: number; hurry: AbortSignal; after: Clock['after'] };

/** The requests in progress on a server. */
type OpenRequests = {
  /** @param isUpload whether it sends a file */
  add(request: IncomingMessage, response: ServerResponse, isUpload: boolean): void;
  /** Waits until the current uploads have arrived, but at most this long. */
  uploads(patience: Patience): Promise<void>;
  /** Cuts off the requests that have not arrived completely. */
  cutIncomplete(): void;
};

const within = async ({ ms, hurry, after }: Patience, done: Promise<unknown>): Promise<void> => {
  const over = new AbortController();
  await Promise.race([done, pause(after, ms, AbortSignal.any([over.signal, hurry]))]);
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
    uploads: async (patience) => {
      if (patience.ms > 0 && uploads.size > 0) await within(patience, Promise.all([...uploads]));
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
  { bodyMs, answerMs, hurry, after }: Ending & Omit<Patience, 'ms'>,
): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const stopLooking = every(after, LOOK_MS, () => server.closeIdleConnections());
  const cancelCut = after(bodyMs, requests.cutIncomplete);
  await within({ ms: answerMs, hurry, after }, closed);
  server.closeAllConnections();
  for (const stream of upgraded) stream.destroy();
  await closed;
  stopLooking();
  cancelCut();
};
