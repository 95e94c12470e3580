/** A time in the API's format. @param ms since 1970 */
export const iso = (ms: number): string => new Date(ms).toISOString();

export const isoOr = (ms: number | null): string | undefined => (ms === null ? undefined : iso(ms));
