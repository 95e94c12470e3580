/**
 * Property of the realm's window to which a loaded file passes its start function. A symbol, because the page
 * may use any string name. In the page's own realm the loader reads the file's export instead.
 */
export const REALM_HOOK = Symbol.for('porch');

export type RealmHook = (start: unknown) => void;
