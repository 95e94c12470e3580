import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Listening, listen } from './listen';

/** An event of a message, as a webhook has it. */
export type HookEvent = {
  payload: {
    message: { content: { text?: string }; author: { type: string } };
    conversation: { id: string };
  };
};

/**
 * Starts a receiver of webhooks on loopback.
 * @param onEvent called with each event, the request that brought it, and the body of the request
 * @param port any free one by default
 */
export const startReceiver = (
  onEvent: (event: HookEvent, request: IncomingMessage, body: string) => void,
  port?: number,
): Promise<Listening> =>
  listen(
    createServer(async (request, response) => {
      const body = await text(request);
      for (const event of JSON.parse(body).events) onEvent(event, request, body);
      response.end();
    }),
    port,
  );
