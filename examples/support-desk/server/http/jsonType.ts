/** Whether a Content-Type is JSON. Pages of other origins cannot send JSON without a preflight. */
export const isJsonType = (contentType: string | undefined): boolean =>
  /^application\/json\s*(;|$)/i.test(contentType ?? '');
