/** Descriptions of the Bayeux error codes. */
const TEXTS: Readonly<Record<string, string>> = {
  300: 'Version mismatch',
  301: 'Connection types not supported',
  302: 'Extension mismatch',
  400: 'Bad request',
  401: 'Unknown client',
  402: 'Missing required parameter',
  403: 'Forbidden channel',
  404: 'Unknown channel',
  405: 'Invalid channel',
  406: 'Unknown extension',
  407: 'Failed to publish',
  500: 'Internal server error',
};

/**
 * Formats a protocol error for developers.
 * @param error the service's error 'code:parameters:message'; each part may be empty
 * @returns such as '403: Forbidden channel (/sdk/apps/a/appusers/b)', or the error itself when it has no code
 */
export const describeRealtimeError = (error: string): string => {
  const [, code = '', parameters, said] = /^(\d{3}):([^:]*):(.*)$/s.exec(error) ?? [];
  const text = said || TEXTS[code];
  return code ? `${code}${text ? `: ${text}` : ''}${parameters ? ` (${parameters})` : ''}` : error;
};
