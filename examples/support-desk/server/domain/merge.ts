import { DeskError } from './deskError';
import type { Json } from './entities';

/** What a visitor's properties, or a conversation's metadata, may have in all; one call may have as many. */
const MAX_CHARACTERS = 20_000;

const lengthOf = (value: Json): number => JSON.stringify(value).length;

export const isWithin = (value: Json): boolean => lengthOf(value) <= MAX_CHARACTERS;

/**
 * Lays what came over what is kept, by name. Every call may bring new names, so the whole has a limit too.
 * @param field names it in the refusal
 * @throws bad_request
 */
export const mergeWithin = (kept: Json, more: Json | undefined, field: string): Json => {
  const merged = { ...kept, ...more };
  // What was kept before there was a limit may shrink step by step.
  if (!more || isWithin(merged) || lengthOf(merged) <= lengthOf(kept)) return merged;
  throw new DeskError('bad_request', `${field}: may have at most 20,000 characters in all`);
};
