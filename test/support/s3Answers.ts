import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { S3Place } from '../../examples/support-desk/server/uploads/s3Place';
import { listen } from './listen';

type Request = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Buffer;
  headers: IncomingHttpHeaders;
};
export type S3Answer = (request: Request, response: ServerResponse) => void;

/** A store on loopback that answers as a test wants. It reads each request whole first. */
export type S3Answers = {
  place: S3Place;
  requests: Request[];
  close(): Promise<void>;
};

/** @param answer the store's answer to a request */
export const startS3Answers = async (answer: S3Answer): Promise<S3Answers> => {
  const requests: Request[] = [];
  const server = createServer(async (incoming: IncomingMessage, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://store');
    const body = await buffer(incoming).catch(() => Buffer.alloc(0));
    const { method = '', headers } = incoming;
    const request = { method, path: pathname, query: searchParams, body, headers };
    requests.push(request);
    answer(request, response);
  });
  const { origin: endpoint, close } = await listen(server);
  return {
    place: { bucket: 'files', prefix: 'desk/', region: 'us-east-1', endpoint, pathStyle: true },
    requests,
    close,
  };
};

/** The answer of a store that refuses a request. */
export const refusing =
  (status: number, code: string): S3Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>No</Message></Error>`,
    );
  };

/** Any answer with this content. */
export const answering =
  (status: number, body: string | Uint8Array, headers: Record<string, string> = {}): S3Answer =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };

/** Ends the connection without an answer. */
export const cutting: S3Answer = (_request, response) => void response.destroy();

/** Never answers. */
export const silent: S3Answer = () => undefined;
