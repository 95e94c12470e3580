import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { SESSION_MS } from '../domain/accounts/access';
import type { OriginOf } from '../http/origin';

/**
 * The cookies of agents: `session` of a sign-in, `code` between a right password and its second factor, and `device`,
 * the mark of a browser in which somebody has signed in, which grants nothing. `demo` is the secret of the demo's link.
 */
type AgentCookie = 'session' | 'code' | 'device' | 'demo';

const SECONDS: Record<AgentCookie, number> = {
  session: SESSION_MS / 1000,
  code: 600,
  device: 31_536_000,
  demo: SESSION_MS / 1000,
};

export type AgentCookies = {
  read(c: Context, cookie: AgentCookie): string | undefined;
  write(c: Context, cookie: AgentCookie, token: string): void;
  clear(c: Context, cookie: AgentCookie): void;
};

/**
 * Reads and writes the cookies of agents, which scripts and other sites cannot use. Browsers do not distinguish ports
 * of a host, so the name contains the port if there is one.
 */
export const createAgentCookies = (originOf: OriginOf): AgentCookies => {
  const placeOf = (c: Context, cookie: AgentCookie) => {
    const { protocol, port, pathname } = new URL(originOf(c));
    const options = {
      path: `${pathname.replace(/\/+$/, '')}/agent`,
      httpOnly: true,
      secure: protocol === 'https:',
      sameSite: 'Strict',
    } as const;
    return { name: `porch_${cookie}${port && `_${port}`}`, options };
  };
  return {
    read: (c, cookie) => getCookie(c, placeOf(c, cookie).name) || undefined,
    write: (c, cookie, token) => {
      const { name, options } = placeOf(c, cookie);
      setCookie(c, name, token, { ...options, maxAge: SECONDS[cookie] });
    },
    clear: (c, cookie) => {
      const { name, options } = placeOf(c, cookie);
      deleteCookie(c, name, options);
    },
  };
};
