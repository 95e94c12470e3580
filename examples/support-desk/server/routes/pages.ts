import { basename, join } from 'node:path';
import { type Context, Hono } from 'hono';
import { type StaticOptions, serveStatic } from '../assets/staticFiles';

/** Where the pages' files are: the repository's folder. */
export type Roots = { repository: string };

const FOR_EVER = 'public, max-age=31536000, immutable';
const LOADER = 'public, max-age=300';

const PAGE_CSP = "default-src 'self'; script-src 'self'; style-src 'self'";
const INBOX_CSP =
  "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data: https: http:; frame-ancestors 'none'";

const missing = (c: Context, what: string): Response => c.text(`${what}\n`, 404);

/** The demo page, the built widget, the inbox and the gallery. */
export const pageRoutes = ({ repository }: Roots): Hono => {
  const routes = new Hono();
  const serve = (path: string, options: StaticOptions, what: string) => {
    const handle = async (c: Context) => (await serveStatic(c, options)) ?? missing(c, what);
    routes.get(path, handle);
    routes.get(path === '/' ? '/*' : `${path}/*`, handle);
  };

  serve(
    '/porch',
    {
      root: join(repository, 'dist'),
      mount: '/porch',
      // Its files run on other people's pages; only the loaders' names stay when their bytes change.
      headers: {
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
      cacheControl: (file) => (/^porch\.(renew\.)?js$/.test(basename(file)) ? LOADER : FOR_EVER),
    },
    'There is no such file in dist/. Has the widget been built? (npm run build)',
  );
  serve(
    '/agent',
    {
      root: join(repository, 'examples/support-desk/dist'),
      mount: '/agent',
      fallback: 'index.html',
      headers: { 'Content-Security-Policy': INBOX_CSP, 'Referrer-Policy': 'no-referrer' },
    },
    'The inbox has not been built. (npm run build)',
  );
  serve(
    '/gallery',
    { root: join(repository, 'examples/gallery/dist'), mount: '/gallery' },
    'The gallery has not been built. (npm run build)',
  );
  serve(
    '/',
    {
      root: join(repository, 'examples/async-script'),
      mount: '',
      headers: { 'Content-Security-Policy': PAGE_CSP },
    },
    'There is no such page',
  );
  return routes;
};
