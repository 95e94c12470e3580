import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { typeOf } from '../../src/npm/cost/servePage.mjs';

export type ServedFolder = {
  /** `http://localhost:PORT`: another origin than the desk's. */
  origin: string;
  close(): Promise<void>;
};

/**
 * Serves a built single-page app: its files, and `index.html` for every other path. The caller closes it.
 * @param answers texts for paths that the app's own server would answer
 */
export const serveFolder = async (
  folder: string,
  answers: Record<string, () => string> = {},
): Promise<ServedFolder> => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const answer = answers[pathname];
    if (answer) return response.end(answer());
    const asked = join(folder, normalize(pathname));
    const isFile = asked.startsWith(folder) && existsSync(asked) && statSync(asked).isFile();
    const file = isFile ? asked : join(folder, 'index.html');
    response.setHeader('Content-Type', typeOf(file));
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
