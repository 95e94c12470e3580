import type { ClientConfig } from 'pg';

/** The content of DATABASE_URL. */
export type Address = {
  /** The address itself, without the parameters below. */
  connection: ClientConfig;
  /** Parameters of PostgreSQL for each session. */
  session: Record<string, string>;
};

/** Parameters in an address that PostgreSQL reads itself, with its own units, such as `30s`. */
const OF_SESSION = [
  'statement_timeout',
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'search_path',
];

/** Modes that pg does not have. Their replacements are as strict as the name implies, or stricter. */
const sslmodeOf = (params: URLSearchParams): string | null => {
  const mode = params.get('sslmode');
  if (mode === 'allow' || mode === 'prefer') return 'require';
  return mode === 'verify-ca' && !params.has('sslrootcert') ? 'verify-full' : mode;
};

/** Reads DATABASE_URL. `sslmode` means the same as for PostgreSQL's own clients: `require` trusts any certificate. */
export const readAddress = (url: string): Address => {
  const [place = '', query] = url.split('?', 2);
  const params = new URLSearchParams(query);
  const session: Address['session'] = {};
  for (const name of OF_SESSION) {
    const value = params.get(name);
    if (value !== null) session[name] = value;
    params.delete(name);
  }
  const sslmode = sslmodeOf(params);
  if (sslmode !== null) {
    params.set('sslmode', sslmode);
    params.set('uselibpqcompat', 'true');
  }
  return { connection: { connectionString: `${place}?${params}` }, session };
};
