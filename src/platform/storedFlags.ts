import { STORAGE_PREFIX } from './storage';

/** The entry of the page's local storage by which a developer turns calls on and off, as JSON: `{"name": false}`. */
const KEY = `${STORAGE_PREFIX}flags`;

/** What a developer has stored; undefined if there is nothing, or nothing that can be read. */
export const readStoredFlags = (host: Window): unknown => {
  try {
    return JSON.parse(host.localStorage.getItem(KEY) ?? 'null');
  } catch {
    // Storage may be blocked, and the entry may be anything.
    return undefined;
  }
};
