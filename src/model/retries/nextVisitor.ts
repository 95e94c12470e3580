// The next visitor after one has left (`delivery/identity/identity`).

/** The next visitor of an open window starts this long after one has left; spread, so that two windows differ. */
export const NEXT_VISITOR_MS = 1_000;
