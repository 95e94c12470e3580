import type { Context } from 'hono';

/** A whole number from the query, or `fallback`. */
export const queryNumber = (c: Context, name: string, fallback: number): number => {
  const value = Number(c.req.query(name));
  return Number.isSafeInteger(value) && value >= 0 ? value : fallback;
};

/** `?before=` in float seconds, as whole milliseconds; `undefined` if it is not a number. */
export const queryBefore = (c: Context): number | undefined => {
  const raw = c.req.query('before');
  const value = Number(raw);
  if (!raw || !Number.isFinite(value)) return undefined;
  const ms = Math.round(value * 1000);
  return Math.min(Math.max(ms, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
};
