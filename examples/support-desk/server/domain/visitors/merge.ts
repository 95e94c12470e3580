import { DeskError } from '../../model/deskError';
import type { Json } from '../../model/entities';

/** The limit for all of a visitor's properties or a conversation's metadata. One call may have as many. */
const MAX_CHARACTERS = 20_000;

const lengthOf = (value: Json): number => JSON.stringify(value).length;

const isWithin = (value: Json): boolean => lengthOf(value) <= MAX_CHARACTERS;

/** Adds missing entries, each if the whole stays within the limit. */
export const addWithin = (kept: Json, more: Json): Json => {
  let all = kept;
  for (const [name, value] of Object.entries(more)) {
    const next = { [name]: value, ...all };
    if (!Object.hasOwn(all, name) && isWithin(next)) all = next;
  }
  return all;
};

/**
 * Merges new entries over the stored ones, by name. Each call may add names, so the result has a limit as a whole.
 * @param field the name used in the error
 * @throws bad_request if the result is over the limit
 */
export const mergeWithin = (kept: Json, more: Json | undefined, field: string): Json => {
  const merged = { ...kept, ...more };
  // Values stored before this limit existed may shrink step by step.
  if (!more || isWithin(merged) || lengthOf(merged) <= lengthOf(kept)) return merged;
  throw new DeskError('bad_request', `${field}: may have at most 20,000 characters in all`);
};
