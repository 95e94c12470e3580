import { RequestError } from '../../services/requestError';
import { obj, str } from '../../wire/decode';

/** Given to the page's callback as a reason. Pages may compare it, so do not reword it. */
const UNREADABLE = 'Error occurred reading from jwt';

/**
 * Reads `external_id` from a JWT, or `sub`, which identity providers use. The service checks the signature. Throws a
 * `RequestError` of the network if the token holds no id: the page's server may have answered with a web page.
 */
export const readExternalId = (jwt: string): string => {
  try {
    // Throws if there is no second part.
    const [, payload] = jwt.replace(/-/g, '+').replace(/_/g, '/').split('.') as [string, string];
    const bytes = Uint8Array.from(atob(payload), (c) => c.charCodeAt(0));
    const claims = obj(JSON.parse(new TextDecoder().decode(bytes)));
    const externalId = str(claims.external_id || claims.sub);
    if (externalId) return externalId;
  } catch {
    // An unreadable token throws the same error as one without an id.
  }
  throw new RequestError('network', UNREADABLE);
};
