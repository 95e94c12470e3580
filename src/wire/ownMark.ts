/**
 * The header with which a service marks its answers. A service need not send it. Once a service has sent it, a success
 * without it comes from something in between, such as a portal or a proxy.
 */
export const OWN_MARK = 'x-porch';

/**
 * Whether the headers of a success can be the service's. After a rollback or during an upgrade, processes of a version
 * without the mark answer; their answers have always had exactly this `Cache-Control`.
 * @param marked whether the service has sent the mark before
 */
export const isOwn = (headers: Pick<Headers, 'has' | 'get'>, marked: boolean): boolean =>
  !marked || headers.has(OWN_MARK) || headers.get('cache-control') === 'no-store';
