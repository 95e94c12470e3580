import { bucketOf } from '@porch/messenger/model/faces';

/** Number of avatar colors (styles/list.css). */
export const TINTS = 12;

/** A person's avatar color, derived from their id: evenly spread and always the same. */
export const tintOf = (id: string): number => bucketOf(id, TINTS);

export { initials } from '@porch/messenger/model/faces';
