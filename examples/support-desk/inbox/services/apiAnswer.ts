import { listOf, obj, str } from '@porch/messenger/wire/decode';
import type { ApiFailure, ApiRefusal } from '../model/apiResult';

const failureOf = (status: number): ApiFailure => {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'notFound';
  if (status === 409) return 'conflict';
  if (status === 429) return 'busy';
  if (status === 503) return 'network';
  return status >= 400 && status < 500 ? 'rejected' : 'server';
};

/**
 * The failure for an error answer, with the desk's sentence from its body. Only the desk's own answer, which has a code,
 * ends a session or refuses a message: the page of a proxy or a portal counts as no answer.
 */
export const refusal = ({ status, headers }: Response, answer: unknown): ApiRefusal => {
  const { code, description, issues } = obj(obj(answer).error);
  if (!str(code)) return { ok: false, failure: 'network' };
  const found = listOf(issues, (issue) => {
    const { path, words } = obj(issue);
    return Array.isArray(path) ? { path: path.join('/'), words: str(words) ?? '' } : undefined;
  });
  const failure = failureOf(status);
  const waitS = Number(headers.get('Retry-After'));
  return {
    ok: false,
    failure,
    reason: str(description),
    ...(found.length > 0 && { issues: found }),
    ...(failure === 'busy' && waitS > 0 && { waitS }),
  };
};

/** The value of a JSON text; `undefined` for invalid JSON. */
export const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
