import { userInfo } from 'node:os';
import { codeOf } from '../../process/errorCode';

/** The parts of DATABASE_URL that may be shown: never its password. */
type Place = { host: string; user: string; name: string };

const placeOf = (url: string): Place | undefined => {
  if (!URL.canParse(url)) return undefined;
  const { host, hostname, username, pathname } = new URL(url);
  const plain = (text: string): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  // Like PostgreSQL's own clients if the address names none.
  const user = plain(username) || userInfo().username;
  return {
    host: host || hostname || 'its address',
    user,
    name: plain(pathname.slice(1)) || user,
  };
};

const NO_TRUST = 'the certificate of the server is not trusted. Name its authority in NODE_EXTRA_CA_CERTS';
const NO_ANSWER = 'it does not answer. Check the address, and that no firewall stands between';
const MAY_WANT_TLS = 'it closed the connection. It may want TLS: add ?sslmode=require';
const NO_HOST = 'there is no host of this name. Check the address';

/** The meanings of PostgreSQL's and the system's codes, and what to do. */
const WORDS: Record<string, (place: Place) => string> = {
  '28P01': ({ user }) => `the password of "${user}" is wrong`,
  '28000': ({ user }) => `it does not let "${user}" in. Check the user's name, and pg_hba.conf on the server`,
  '3D000': ({ name, user }) =>
    `it has no database "${name}". Create it, such as by: createdb --owner "${user}" "${name}"`,
  '42501': ({ user, name }) =>
    `"${user}" may not create tables there. Make it the owner: ALTER DATABASE "${name}" OWNER TO "${user}"`,
  '53100': () => 'its disk is full',
  '53300': () => 'all its connections are in use. Close some, or raise max_connections',
  '57P03': () => 'it is starting or stopping. Try again in a moment',
  '25006': () => 'it is a read-only copy. Give the address of the primary server',
  ECONNREFUSED: () => 'nothing listens there. Start PostgreSQL, or check host and port',
  ECONNRESET: () => MAY_WANT_TLS,
  CONNECTION_CLOSED: () => MAY_WANT_TLS,
  NO_TLS: () => 'it has no TLS. Remove sslmode from the address, or set ssl = on in postgresql.conf',
  ENOTFOUND: () => NO_HOST,
  EAI_AGAIN: () => NO_HOST,
  CONNECT_TIMEOUT: () => NO_ANSWER,
  ETIMEDOUT: () => NO_ANSWER,
  EHOSTUNREACH: () => NO_ANSWER,
  ENETUNREACH: () => NO_ANSWER,
  ENOENT: () => 'there is no such socket. Is PostgreSQL running?',
  DEPTH_ZERO_SELF_SIGNED_CERT: () => NO_TRUST,
  SELF_SIGNED_CERT_IN_CHAIN: () => NO_TRUST,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () => NO_TRUST,
  ERR_TLS_CERT_ALTNAME_INVALID: () => 'the certificate of the server is for another name',
};

/**
 * One sentence for the operator: why the database cannot be used.
 * @param url DATABASE_URL; its password is never shown
 */
export const databaseProblem = (url: string, error: unknown): string => {
  const place = /^postgres(ql)?:/i.test(url) ? placeOf(url) : undefined;
  if (!place) return 'DATABASE_URL must be an address such as postgres://user:password@host:5432/database.';
  const code = codeOf(error);
  const words = WORDS[code]?.(place);
  const reason = code || (error instanceof Error ? error.name : 'unknown');
  return words
    ? `The database at ${place.host} cannot be used: ${words} (${code}).`
    : `The database at ${place.host} cannot be used (${reason}). Check DATABASE_URL and the server.`;
};
