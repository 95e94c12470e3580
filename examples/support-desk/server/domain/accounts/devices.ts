import { createHmac } from 'node:crypto';
import { sameSecret } from '../../model/tokens';

/** A browser with more accounts forgets the one that signed in first. */
const MOST_ACCOUNTS = 5;

/** The mark of a browser, in its cookie: the browser's id, and the desk's signature of it for each account. */
const read = (mark: string | undefined): { id: string; signed: string[] } | undefined => {
  const [id = '', ...signed] = (mark ?? '').split('.');
  return /^[\w-]{10,100}$/.test(id) ? { id, signed: signed.slice(0, MOST_ACCOUNTS) } : undefined;
};

const sign = (key: string, id: string, email: string): string =>
  createHmac('sha256', key).update(`${id} ${email}`).digest('base64url').slice(0, 22);

/**
 * Checks whether an agent has signed in to the account before in the browser with this mark, which needs the password.
 * @param key the desk's secret for this
 * @param email as it is stored
 * @returns the browser's id; `undefined` for an unknown browser
 */
export const knownDevice = (key: string, mark: string | undefined, email: string): string | undefined => {
  const found = read(mark);
  const own = found && sign(key, found.id, email);
  return own && found.signed.some((one) => sameSecret(one, own)) ? found.id : undefined;
};

/**
 * The mark of a browser after an agent has signed in.
 * @param newId creates the id of a new browser
 */
export const markDevice = (
  key: string,
  mark: string | undefined,
  email: string,
  newId: () => string,
): string => {
  const { id, signed } = read(mark) ?? { id: newId(), signed: [] };
  const own = sign(key, id, email);
  return [id, own, ...signed.filter((one) => one !== own).slice(0, MOST_ACCOUNTS - 1)].join('.');
};
