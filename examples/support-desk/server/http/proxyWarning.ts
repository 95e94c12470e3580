import type { MiddlewareHandler } from 'hono';
import type { Log } from '../process/log';

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)(:\d+)?$/i;
const FROM_A_PROXY = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded'];

const hostOf = (address: string | undefined): string | undefined =>
  address !== undefined && URL.canParse(address) ? new URL(address).host : undefined;

/** Whether the headers show that the Host differs from the host that the browser requested. */
const isOtherHost = (header: (name: string) => string | undefined): boolean => {
  const host = header('host') ?? '';
  // A same-origin request names the page's origin, which must equal the Host.
  const own = hostOf(header('origin') ?? header('referer'));
  if (header('sec-fetch-site') === 'same-origin' && own !== undefined && own !== host) return true;
  if (!FROM_A_PROXY.some((name) => header(name) !== undefined)) return false;
  const told = header('x-forwarded-host')?.split(',')[0]?.trim();
  return LOOPBACK.test(host) || (told !== undefined && told !== host);
};

/** Warns once if a proxy replaces the Host header. Without PUBLIC_URL, visitors would then get unreachable addresses. */
export const createProxyWarning = (publicUrl: string | undefined, log: Log): MiddlewareHandler => {
  let quiet = publicUrl !== undefined;
  return (c, next) => {
    if (!quiet && isOtherHost((name) => c.req.header(name))) {
      quiet = true;
      const host = c.req.header('host');
      log.warn(
        { host },
        `A proxy changes the Host header to ${host}, so visitors are given addresses they cannot reach. Set PUBLIC_URL to the address they use, or let the proxy pass the Host on (nginx: proxy_set_header Host $http_host).`,
      );
    }
    return next();
  };
};
