import { createHash } from 'node:crypto';
import type { Shelf } from './shelf';

/** How long the mark of a desk counts. Each renews its own once a day. */
const MARK_MS = 7 * 86_400_000;

/**
 * Marks the place of uploaded files as this desk's.
 * @param desks where the marks are. Their times are those of the place, so that a wrong clock changes nothing
 * @param identity of the desk's database; a copy has another
 * @returns renews the mark, and says whether no other desk has left one in the last seven days
 */
export const createOwnPlace = (desks: Shelf, identity: string) => {
  const own = createHash('sha256').update(identity).digest('base64url');
  const mark = () => desks.put(own, Buffer.from('\n'));
  // Before it stores a file that another desk would not know.
  void mark().catch(() => undefined);
  return async (): Promise<boolean> => {
    await mark();
    const marks = await desks.list();
    const now = marks.find(({ name }) => name === own)?.at ?? Number.POSITIVE_INFINITY;
    return marks.every(({ name, at }) => name === own || at < now - MARK_MS);
  };
};
