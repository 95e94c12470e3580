/**
 * Whether a request sends a file. Files have their own limits, for bytes and for time, and are not buffered in memory.
 * @param path the request's path, with or without a query
 */
export const isUpload = (method = '', path = ''): boolean =>
  method === 'POST' &&
  /\/(?:conversations\/[^/?]+\/files|agent\/api\/(?:me\/face|settings\/pictures|saved-reply-files|conversations\/[^/?]+\/pictures)|sc\/v2\/apps\/[^/?]+\/attachments)(?:\?|$)/.test(
    path,
  );
