/** A type of the API as rows have it: what may be missing is null. */
export type Stored<T> = { [K in keyof T]-?: Record<string, never> extends Pick<T, K> ? T[K] | null : T[K] };

/** A row as the API has it: without what is null. */
export const withoutNulls = <T extends object>(row: Stored<T>): T =>
  Object.fromEntries(Object.entries(row).filter(([, part]) => part !== null)) as T;
