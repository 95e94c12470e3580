/**
 * The header with which a service marks its own answers. A service need not send it. From one that has sent it once, a
 * success without it is something else's: a portal's or a proxy's.
 */
export const OWN_MARK = 'x-porch';
