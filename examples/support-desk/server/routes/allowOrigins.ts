import { OWN_MARK } from '@porch/messenger/wire/ownMark';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { isAllowedOrigin } from '../domain/settings/originSettings';
import type { Settings } from '../domain/settings/settings';
import { calledOf } from '../http/address';
import { DeskError } from '../model/deskError';

const PREFLIGHT_SECONDS = 86_400;

type Headers = { req: { header(name: string): string | undefined } };

/** Whether a request comes from a page that may use the desk, or not from a page. */
export type MayCall = (c: Headers) => boolean;

const hostOf = (address: string | undefined): string | undefined =>
  address !== undefined && URL.canParse(address) ? new URL(address).host : undefined;

/** Decides by the settings. The desk's own pages always may. @param publicUrl their address, besides the request's Host */
export const createMayCall =
  (settings: () => Settings, publicUrl?: string): MayCall =>
  ({ req }) => {
    const { origins } = settings();
    const origin = req.header('origin');
    if (origin === undefined || isAllowedOrigin(origins, origin)) return true;
    const host = hostOf(origin);
    return host !== undefined && (host === hostOf(publicUrl) || host === req.header('host'));
  };

/** The same for requests to the live endpoint, which are Node's own. */
export const createMayConnect =
  (mayCall: MayCall) =>
  (request: object): boolean =>
    mayCall(calledOf(request));

const allow = (origin: '*' | ((origin: string) => string)): MiddlewareHandler =>
  cors({
    origin,
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: [
      'accept',
      'authorization',
      'content-type',
      'x-smooch-appid',
      'x-smooch-clientid',
      'x-smooch-sdk',
      'x-zendesk-integrationid',
    ],
    exposeHeaders: ['retry-after', OWN_MARK],
    maxAge: PREFLIGHT_SECONDS,
  });

/**
 * CORS without credentials for allowed pages, with cacheable answers to preflights. Calls by any other page are
 * refused.
 */
export const allowOrigins = (settings: () => Settings, mayCall: MayCall): MiddlewareHandler => {
  const all = allow('*');
  const named = allow((origin) => origin);
  return (c, next) => {
    if (!mayCall(c))
      throw new DeskError('forbidden', 'The settings of this desk do not name the origin of this page');
    return settings().origins ? named(c, next) : all(c, next);
  };
};
