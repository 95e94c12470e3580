/**
 * Property of the realm's window to which a loaded file passes its start function. No symbol, because the page may have
 * its own `Symbol`; the space keeps the name from what scripts declare. In the page's own realm the loader reads the
 * file's export instead.
 */
export const REALM_HOOK = 'porch hook';

export type RealmHook = (start: unknown) => void;
