import { basename, dirname, join } from 'node:path';
import { type Context, Hono } from 'hono';
import { createPlacedLoader } from '../assets/placedLoader';
import { serveShared } from '../assets/serveShared';
import type { SharedBuilds } from '../assets/sharedBuilds';
import { type StaticOptions, serveStatic } from '../assets/staticFiles';
import { mailingOf } from '../domain/settings/emailSettings';
import type { Settings } from '../domain/settings/settings';
import { basePathOf } from '../http/basePath';
import { createOriginOf } from '../http/origin';
import { createVariants, type Variants } from '../http/variants';
import { sameSecret } from '../model/tokens';
import { createAgentCookies } from './agentCookies';
import type { ConfigText } from './config';
import { DEMO_CSP, DOCS_HEADERS, GALLERY_CSP, inboxCsp, previewCsp, SAMPLE_CSP } from './pagePolicies';

/** The folder of the pages' files, and those of other processes' builds, if it serves them too. */
export type Roots = { repository: string; builds?: SharedBuilds };

type HeadersOf = (c: Context) => Record<string, string>;
type PageOptions = {
  roots: Roots;
  publicUrl?: string;
  settings: () => Settings;
  configText: ConfigText;
  /** Whether to also serve the demo page and the gallery. */
  demo?: boolean;
  /** The secret of the link to the demo's inbox. */
  demoSecret?: string;
};

/** The size of the cache of compressed pages, in bytes: some hundred scripts with a configuration, or all small pages. */
const MAX_BYTES = 4e6;

const FOR_EVER = 'public, max-age=31536000, immutable';
const LOADER = 'public, max-age=300';
/** The widget's files run on other sites' pages. */
const ANYWHERE = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

const NOT_BUILT = 'The inbox has not been built. (npm run build)';

/** The build puts a content hash into the names of these files. */
const isHashed = (file: string): boolean => basename(dirname(file)) === 'assets';
const forApp = (file: string): string => (isHashed(file) ? FOR_EVER : 'no-cache');

/** A 404 that caches must not store, because the next build may add the file. */
const missing = (c: Context, what: string): Response =>
  c.text(`${what}\n`, 404, { 'Cache-Control': 'no-store' });

/** The page that the inbox's sample of an extension opens. */
const SAMPLE_PAGES = ['times.html', 'times.css', 'times.js'];

/** The loaders that the desk extends. */
const loaderRoutes = (options: PageOptions, variants: Variants): Hono => {
  const { roots, publicUrl, settings, configText } = options;
  const routes = new Hono();
  const originOf = createOriginOf(publicUrl);
  const address = publicUrl && basePathOf(publicUrl) ? publicUrl : undefined;
  const loader = (file: string, cacheControl: string) =>
    createPlacedLoader(
      join(roots.repository, 'dist', file),
      { ...ANYWHERE, 'Cache-Control': cacheControl },
      variants,
    );
  const plain = loader('porch.js', LOADER);
  const now = loader('porch.now.js', 'no-cache');
  const mailing = () => mailingOf(settings().email) !== undefined;
  routes.get('/porch/porch.js', async (c, next) => {
    const mails = mailing();
    return (address || mails ? await plain(c, { address, mails }) : undefined) ?? next();
  });
  routes.get('/porch/porch.now.js', async (c, next) => {
    const given = { origin: originOf(c), config: configText(c) };
    return (await now(c, { address, mails: mailing(), given })) ?? next();
  });
  return routes;
};

/** The links to the demo and its inbox. They store their secret in the browser, not in the address. */
const demoLinkRoutes = ({ publicUrl, demoSecret }: PageOptions): Hono => {
  const routes = new Hono();
  const cookies = createAgentCookies(createOriginOf(publicUrl));
  routes.on('GET', ['/', '/agent/'], async (c, next) => {
    const given = c.req.query('demo');
    if (given === undefined || demoSecret === undefined) return next();
    if (sameSecret(given, demoSecret)) cookies.write(c, 'demo', demoSecret);
    c.header('Cache-Control', 'no-store');
    return c.redirect('./');
  });
  return routes;
};

/** The built widget, the inbox and the documentation and, if wanted, the demo page and the gallery. */
export const pageRoutes = (options: PageOptions): Hono => {
  const {
    roots: { repository, builds },
    publicUrl,
    demo,
  } = options;
  const variants = createVariants(MAX_BYTES);
  const routes = new Hono();
  const originOf = createOriginOf(publicUrl);
  // These pages load files by relative paths, so redirect to the path with a slash. The redirect is relative
  // too, so that a proxy may serve the desk below a base path.
  for (const page of ['agent', 'docs', ...(demo ? ['gallery'] : [])]) {
    routes.get(`/${page}`, (c) => c.redirect(`${page}/${new URL(c.req.url).search}`));
  }
  routes.route('/', demoLinkRoutes(options));
  routes.route('/', loaderRoutes(options, variants));
  const serve = (path: string, options: StaticOptions, what: string, headersOf?: HeadersOf) => {
    const handle = async (c: Context) => {
      const headers = headersOf?.(c) ?? options.headers;
      const own = await serveStatic(c, { ...options, headers }, variants);
      if (own) return own;
      const kept = { ...headers, 'Cache-Control': FOR_EVER };
      return (await serveShared(c, builds, kept, variants)) ?? missing(c, what);
    };
    routes.get(path, handle);
    routes.get(path === '/' ? '/*' : `${path}/*`, handle);
  };

  serve(
    '/porch',
    {
      root: join(repository, 'dist'),
      mount: '/porch',
      headers: ANYWHERE,
      // The loaders keep their names when their content changes; all other names contain a hash.
      cacheControl: (file) => (/^porch\.((renew|now)\.)?js$/.test(basename(file)) ? LOADER : FOR_EVER),
    },
    'There is no such file in dist/. Has the widget been built? (npm run build)',
  );
  const preview: StaticOptions = {
    root: join(repository, 'examples/support-desk/dist/preview'),
    mount: '/agent/preview',
    cacheControl: () => 'no-cache',
  };
  routes.get('/agent/preview/*', async (c) => {
    const headers = { 'Content-Security-Policy': previewCsp(originOf(c)), 'Referrer-Policy': 'no-referrer' };
    return (await serveStatic(c, { ...preview, headers }, variants)) ?? missing(c, NOT_BUILT);
  });
  serve(
    '/agent',
    {
      root: join(repository, 'examples/support-desk/dist'),
      mount: '/agent',
      fallback: 'index.html',
      cacheControl: forApp,
    },
    NOT_BUILT,
    (c) => ({ 'Content-Security-Policy': inboxCsp(originOf(c)), 'Referrer-Policy': 'no-referrer' }),
  );
  serve(
    '/docs',
    {
      root: join(repository, 'examples/support-desk/docs/dist'),
      mount: '/docs',
      headers: DOCS_HEADERS,
      extension: '.html',
      cacheControl: forApp,
    },
    'There is no such page. The start page is /docs/, once it has been built (npm run build)',
  );
  const shop = (policy: string): StaticOptions => ({
    root: join(repository, 'examples/async-script'),
    mount: '',
    // The sample messages show pictures of the demo shop on any page.
    headers: { 'Content-Security-Policy': policy, 'Cross-Origin-Resource-Policy': 'cross-origin' },
  });
  const nothing = 'There is no such page';
  for (const page of SAMPLE_PAGES)
    routes.get(
      `/${page}`,
      async (c) => (await serveStatic(c, shop(SAMPLE_CSP), variants)) ?? missing(c, nothing),
    );
  if (!demo) {
    routes.get('*', (c) => missing(c, nothing));
    return routes;
  }
  serve(
    '/gallery',
    {
      root: join(repository, 'examples/gallery/dist'),
      mount: '/gallery',
      headers: { 'Content-Security-Policy': GALLERY_CSP },
      cacheControl: forApp,
    },
    'The gallery has not been built. (npm run build)',
  );
  serve('/', shop(DEMO_CSP), nothing);
  return routes;
};
