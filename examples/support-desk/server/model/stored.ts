/** An API type as stored: missing fields are null. */
export type Stored<T> = { [K in keyof T]-?: Record<string, never> extends Pick<T, K> ? T[K] | null : T[K] };

/** The API's value of a row: without the fields that are null. */
export const withoutNulls = <T extends object>(row: Stored<T>): T =>
  Object.fromEntries(Object.entries(row).filter(([, part]) => part !== null)) as T;
