import type { MiddlewareHandler } from 'hono';
import type { Sites } from '../domain/firstRun/sites';
import type { MayCall } from './allowOrigins';

const PLAIN = '/porch/porch.js';
/** The scripts of tags. */
export const LOADERS = [PLAIN, '/porch/porch.now.js'];

const LONGEST = 200;

/** The origin of the page that asks, if the browser names it. */
const siteOf = (header: (name: string) => string | undefined): string | undefined => {
  // A page's own script has no Origin, and a page may keep its Referer to itself.
  const said = header('origin') ?? header('referer');
  const url = said !== undefined && URL.canParse(said) ? new URL(said) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.origin.length > LONGEST) return undefined;
  return url.origin;
};

/** Notes the site whose page fetches the script or calls the desk, by its origin alone. */
export const noteSites =
  (sites: Sites, mayCall: MayCall): MiddlewareHandler =>
  (c, next) => {
    const header = (name: string) => c.req.header(name);
    const origin = siteOf(header);
    if (origin === undefined) return next();
    const isAllowed = mayCall({ req: { header: (name) => (name === 'origin' ? origin : header(name)) } });
    const isLoader = LOADERS.includes(c.req.path);
    const answered = c.req.path === PLAIN ? [] : [isAllowed ? ('takenAt' as const) : ('refusedAt' as const)];
    sites.saw(origin, isLoader ? ['loadedAt', ...answered] : answered);
    return next();
  };
