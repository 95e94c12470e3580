import type { Context, MiddlewareHandler } from 'hono';
import { type AccountDeps, callerOfKey, callerOfSession } from '../domain/accounts/access';
import { setCaller } from '../http/callerOf';
import { isJsonType } from '../http/jsonType';
import type { OriginOf } from '../http/origin';
import type { Rates } from '../http/rates';
import { type Caller, mayDo } from '../model/caller';
import { DeskError } from '../model/deskError';
import { isUpload } from '../uploads/isUpload';
import type { AgentCookies } from './agentCookies';
import { createRuleOf } from './agentRules';

const BASE = '/agent/api';
const SAFE = ['GET', 'HEAD'];

type AgentCheckDeps = AccountDeps & {
  originOf: OriginOf;
  cookies: AgentCookies;
  rates: Pick<Rates, 'failed'>;
};

const foreign = (): DeskError => new DeskError('forbidden', 'Only pages of this desk can call this');

/**
 * Refuses requests that a page of another origin could send with an agent's cookies. Such a page can only send its own
 * Origin, and no JSON without a preflight. Reading is refused too if the browser reports another origin of the same
 * site, whose requests have the cookies: an export, for example, is logged.
 * @throws forbidden
 */
const checkOwnPage = (c: Context, originOf: OriginOf): void => {
  const { method } = c.req;
  if (c.req.header('sec-fetch-site') === 'same-site') throw foreign();
  if (SAFE.includes(method)) return;
  if (c.req.header('origin') !== new URL(originOf(c)).origin) throw foreign();
  const type = c.req.header('content-type');
  // A delete request has no body, and no form can send one.
  if (method === 'DELETE' && type === undefined) return;
  const right = isUpload(method, c.req.path) ? /^multipart\/form-data\b/i.test(type ?? '') : isJsonType(type);
  if (!right) throw foreign();
};

/**
 * Finds the caller of the agent API, and refuses the call if the rules do: an agent by the session's cookie, a program
 * by its API key as Bearer.
 */
export const createAgentCheck = (deps: AgentCheckDeps): MiddlewareHandler => {
  const { originOf, cookies, rates } = deps;
  const ruleOf = createRuleOf();

  const byKey = async (c: Context, header: string): Promise<Caller | undefined> => {
    const [, key = ''] = /^Bearer (\S+)$/i.exec(header) ?? [];
    const caller = key === '' ? undefined : await callerOfKey(deps, key);
    if (!caller && key !== '') await rates.failed(c);
    return caller;
  };
  const bySession = async (c: Context): Promise<Caller | undefined> => {
    const token = cookies.read(c, 'session');
    const caller = token === undefined ? undefined : await callerOfSession(deps, token);
    if (caller) checkOwnPage(c, originOf);
    return caller;
  };

  return async (c, next) => {
    const { method, path } = c.req;
    const rule = ruleOf(method, path.slice(BASE.length));
    if (rule === 'open') {
      checkOwnPage(c, originOf);
      return next();
    }
    const header = c.req.header('authorization');
    const caller = await (header === undefined ? bySession(c) : byKey(c, header));
    if (!caller) {
      const isLate = header !== undefined;
      throw new DeskError('invalid_auth', 'Sign in, or send an API key as Bearer', { isLate });
    }
    if (rule === undefined) throw new DeskError('not_found', 'The agent API has no such address');
    if (!mayDo(caller, rule)) throw new DeskError('forbidden', 'This account or key may not do this');
    setCaller(c, caller);
    return next();
  };
};
