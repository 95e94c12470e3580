/**
 * Property of the realm's window to which a loaded file passes its result. A symbol, because the page may use
 * any string name.
 */
export const REALM_HOOK = Symbol.for('porch');

export type RealmHook = (made: unknown) => void;
