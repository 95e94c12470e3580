/**
 * The header with which a service marks its own answers. A service need not send it. From one that has sent it once, a
 * success without it is something else's: a portal's or a proxy's.
 */
export const OWN_MARK = 'x-porch';

/**
 * Whether the headers of a success may be the service's own. After a rollback, or while an upgrade is under way, processes of
 * a version without marks answer; theirs have always had exactly this `Cache-Control`.
 * @param marked whether the service has sent the mark before
 */
export const isOwn = (headers: Pick<Headers, 'has' | 'get'>, marked: boolean): boolean =>
  !marked || headers.has(OWN_MARK) || headers.get('cache-control') === 'no-store';
