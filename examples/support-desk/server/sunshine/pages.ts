import type { Context } from 'hono';
import { DeskError } from '../model/deskError';
import type { Json } from '../model/entities';

const USUAL_SIZE = 25;
const MOST = 100;

/** The requested page of a list, by ids of its rows. */
export type PageQuery = { after?: string; before?: string; size: number };

/** @throws bad_request */
export const pageQuery = (c: Context): PageQuery => {
  const { 'page[after]': after, 'page[before]': before, 'page[size]': given } = c.req.query();
  if (after !== undefined && before !== undefined)
    throw new DeskError('bad_request', 'Send page[after] or page[before], not both');
  const size = given === undefined ? USUAL_SIZE : Number(given);
  if (!Number.isInteger(size) || size < 1 || size > MOST)
    throw new DeskError('bad_request', `page[size] must be a whole number from 1 to ${MOST}`);
  return { after, before, size };
};

/** The parts of a list outside the page. */
type Beside = { before: boolean; after: boolean };

/**
 * The fields with which a client finds other pages.
 * @param forward whether the client pages to the end of the list
 */
export const pageFields = (
  c: Context,
  origin: string,
  rows: readonly { id: string }[],
  { beside, forward }: { beside: Beside; forward: boolean },
): Json => {
  const [first, last] = [rows[0], rows.at(-1)];
  const linkTo = (name: string, id: string): string => {
    const query = new URLSearchParams(c.req.query());
    query.delete('page[after]');
    query.delete('page[before]');
    query.set(`page[${name}]`, id);
    return `${origin}${c.req.path}?${query}`;
  };
  const beforeCursor = beside.before ? first?.id : undefined;
  const afterCursor = beside.after ? last?.id : undefined;
  return {
    meta: { hasMore: forward ? beside.after : beside.before, beforeCursor, afterCursor },
    links: {
      prev: beforeCursor && linkTo('before', beforeCursor),
      next: afterCursor && linkTo('after', afterCursor),
    },
  };
};

/** A page of a list in memory. @throws bad_request if the cursor is not in it */
export const pageOf = <T extends { id: string }>(
  all: readonly T[],
  { after, before, size }: PageQuery,
): { rows: T[]; beside: Beside } => {
  const cursor = after ?? before;
  const at = cursor === undefined ? -1 : all.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && at < 0)
    throw new DeskError('bad_request', 'The cursor of the page is not in the list');
  const from = before === undefined ? at + 1 : Math.max(0, at - size);
  const to = before === undefined ? from + size : at;
  return { rows: all.slice(from, to), beside: { before: from > 0, after: to < all.length } };
};
