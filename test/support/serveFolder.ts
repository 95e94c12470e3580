import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { typeOf } from '../../scripts/porch-cost/servePage.mjs';
import { listen } from './listen';

export type ServedFolder = {
  /** `http://localhost:PORT`: another origin than the desk's. */
  origin: string;
  close(): Promise<void>;
};

type Options = {
  /** Texts for paths that the app's own server would answer. */
  answers?: Record<string, () => string>;
  /** Changes the text of each file. */
  rewrite?: (text: string) => string;
};

/**
 * Serves a built site as a server of static files does: its files and pages, and `index.html` for every other path. The
 * caller closes it.
 */
export const serveFolder = async (
  folder: string,
  { answers = {}, rewrite }: Options = {},
): Promise<ServedFolder> => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const answer = answers[pathname];
    if (answer) return response.end(answer());
    const asked = join(folder, normalize(pathname));
    const isFile = (path: string) => path.startsWith(folder) && existsSync(path) && statSync(path).isFile();
    const files = [asked, `${asked}.html`, join(asked, 'index.html')];
    const file = files.find(isFile) ?? join(folder, 'index.html');
    response.setHeader('Content-Type', typeOf(file));
    response.end(rewrite ? rewrite(readFileSync(file, 'utf8')) : readFileSync(file));
  });
  const { port, close } = await listen(server);
  return { origin: `http://localhost:${port}`, close };
};
