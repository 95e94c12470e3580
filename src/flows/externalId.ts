import { obj, str } from '../wire/decode';

/** SPEC.md section 8, Login. */
const UNREADABLE = 'Error occurred reading from jwt';

/** The external id inside a token; its signature is the service's business. Throws where there is none. */
export const readExternalId = (jwt: string): string => {
  try {
    const payload = (jwt.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(payload), (c) => c.charCodeAt(0));
    const externalId = str(obj(JSON.parse(new TextDecoder().decode(bytes))).external_id);
    if (externalId) return externalId;
  } catch {
    // Told below.
  }
  throw new Error(UNREADABLE);
};
