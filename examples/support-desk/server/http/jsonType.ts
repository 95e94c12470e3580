/** Whether a Content-Type says JSON. Pages of other origins can send no JSON without asking first. */
export const isJsonType = (contentType: string | undefined): boolean =>
  /^application\/json\s*(;|$)/i.test(contentType ?? '');
