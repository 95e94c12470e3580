/** How deeply to search nested errors. */
const MAX_CAUSES = 5;

/**
 * The code of an error, or of what caused it: a library may wrap the database's or the system's own error.
 * @returns an empty text if there is none
 */
export const codeOf = (error: unknown): string => {
  let at: unknown = error;
  for (let depth = 0; at instanceof Error && depth < MAX_CAUSES; depth++) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    // Node tries each address of a name, and reports all failures as one.
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return '';
};
