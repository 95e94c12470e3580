import { initials as initialsOf, spread } from '../../../../src/model/faces';

/** Number of avatar colours (styles/list.css). */
export const TINTS = 12;

/** A person's avatar colour, derived from their id: evenly spread and always the same. */
export const tintOf = (id: string): number => spread(id, TINTS);

/** One or two letters for an avatar: initials, or the start of the code of a visitor without a name. */
export const initials = (name: string): string =>
  /^Visitor ([0-9A-Z]{2})[0-9A-Z]{0,2}$/.exec(name)?.[1] ?? initialsOf(name);
