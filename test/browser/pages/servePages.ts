import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { typeOf } from '../../../scripts/porch-cost/servePage.mjs';
import { listen } from '../../support/listen';
import { DEBIAN, DEBIAN_FOLDER, PACKAGES, type Row, TAG } from './row';

const PACKAGES_FOLDER = fileURLToPath(new URL('node_modules', import.meta.url));

export type PageServer = {
  /** The address of a row's page, with Porch or without. */
  addressOf(row: Row, porch?: boolean): string;
  close(): Promise<void>;
};

type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer };

/** @param path below the folder, which it cannot leave */
const readPackageFile = (path: string, folder = PACKAGES_FOLDER): Answer => {
  const file = normalize(join(folder, path));
  if (!file.startsWith(folder + sep) || !existsSync(file) || !statSync(file).isFile()) return { status: 404 };
  return {
    headers: { 'Content-Type': typeOf(file), 'Cache-Control': 'max-age=600' },
    body: readFileSync(file),
  };
};

/** Puts the tag at the end of the head, or where a page without a head begins. */
const withTag = (html: string, tag: string): string => {
  const end = html.search(/<\/head>|<body|<frameset/i);
  return end < 0 ? `${tag}${html}` : `${html.slice(0, end)}${tag}\n${html.slice(end)}`;
};

/**
 * Starts a publisher's server with the pages of the table, and the packages that they are made of. The caller closes it.
 * @param desk the origin of the desk
 * @param before what comes before Porch's tag on each page
 */
export const servePages = async (rows: readonly Row[], desk: string, before = ''): Promise<PageServer> => {
  const pathOf = (row: Row) =>
    'file' in row.page ? `${PACKAGES}/${row.page.file}` : `/${rows.indexOf(row)}/index.html`;
  const fill = (text: string) => text.replaceAll('DESK', desk);
  const tagOf = ({ tag = TAG }: Row) => before + fill(tag);

  const pageAnswer = (row: Row, porch: boolean): Answer => {
    const html = 'file' in row.page ? String(readPackageFile(row.page.file).body) : fill(row.page.html);
    const headers = Object.entries(row.headers ?? {}).map(([name, value]) => [name, fill(value)]);
    return {
      headers: { 'Content-Type': 'text/html; charset=utf-8', ...Object.fromEntries(headers) },
      body: porch ? withTag(html, tagOf(row)) : html,
    };
  };

  const answerFor = ({ pathname, searchParams }: URL): Answer => {
    const porch = !searchParams.has('plain');
    const row = rows.find((each) => pathOf(each) === pathname);
    if (row) return pageAnswer(row, porch);
    if (pathname.startsWith(`${PACKAGES}/`)) return readPackageFile(pathname.slice(PACKAGES.length));
    if (pathname.startsWith(`${DEBIAN}/`))
      return readPackageFile(pathname.slice(DEBIAN.length), DEBIAN_FOLDER);
    const [, number, ...rest] = pathname.split('/');
    const parent = rows[Number(number)];
    const more = parent?.more?.[rest.join('/')];
    if (!parent || !more) return { status: 404 };
    const { body, type = 'text/html; charset=utf-8' } = more;
    const hasTag = porch && type.startsWith('text/html');
    return {
      headers: { 'Content-Type': type },
      body: hasTag ? withTag(fill(body), tagOf(parent)) : fill(body),
    };
  };

  const server = createServer((request, response) => {
    const {
      status = 200,
      headers = {},
      body = '',
    } = answerFor(new URL(request.url ?? '/', 'http://localhost'));
    response.writeHead(status, headers).end(body);
  });
  const { port, close } = await listen(server);
  const origin = `http://localhost:${port}`;
  return {
    addressOf: (row, porch = true) => origin + pathOf(row) + (porch ? '' : '?plain'),
    close,
  };
};
