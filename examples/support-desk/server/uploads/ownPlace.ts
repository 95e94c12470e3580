import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Log } from '../process/log';
import type { Store } from '../store/store';
import type { Shelf } from './shelf';

/** How long the mark of another desk counts. */
const MARK_MS = 7 * 86_400_000;
/** How often a desk renews its mark. */
const RENEW_MS = 3_600_000;
/** After this time without a renewal, the database may be a copy of one whose desk is not running. */
const UNSURE_MS = 2 * RENEW_MS;
/** How long this process must have watched, and how long the mark must have been this desk's alone. */
const LOOKED_MS = 12 * RENEW_MS;

/** The database's record of the mark: its text, when it was written, and since when nobody else has changed it. */
const noteSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ text: v.string(), at: v.number(), since: v.number() }),
);
type Note = v.InferOutput<typeof noteSchema>;

type OwnPlaceDeps = {
  store: Pick<Store, 'upkeepNote' | 'transaction'>;
  now: () => number;
  log: Pick<Log, 'warn'>;
};

const readNote = (text: string): Note | undefined => {
  const read = v.safeParse(noteSchema, text);
  return read.success ? read.output : undefined;
};

/**
 * Marks the place of uploaded files as this desk's. Each desk has its own mark. A copy of the whole database server has
 * the same one, with another text: both find the other's text.
 * @param desks the place of the marks. Their times are those of the place, so that a wrong clock changes nothing
 * @param identity of the desk's database
 * @returns renews the mark, and returns whether it is certain that no other desk stores files there
 */
export const createOwnPlace = (desks: Shelf, identity: string, { store, now, log }: OwnPlaceDeps) => {
  const own = createHash('sha256').update(identity).digest('base64url');
  const began = now();
  /** Another desk has changed this one's mark since this one wrote it. */
  let hasCopy = false;
  let isTold = false;
  const tellOfAnother = (isThere: boolean): void => {
    if (isThere && !isTold)
      log.warn('another desk stores files in the same place, so unused files are not removed');
    isTold = isThere;
  };

  /** One of several processes renews it. */
  const renew = async (): Promise<Note | undefined> => {
    const before = await store.upkeepNote('files');
    const note = readNote(before);
    // A clock that was once ahead must not prevent the renewal.
    const age = note && Math.abs(now() - note.at);
    if (age !== undefined && age < RENEW_MS) return note;
    const found = await desks.read(own).catch(() => undefined);
    const isOurs = note !== undefined && found !== undefined && Buffer.from(found).toString() === note.text;
    const isFresh = age !== undefined && age < UNSURE_MS;
    hasCopy = isFresh && found !== undefined && !isOurs;
    const next = { text: randomUUID(), at: now(), since: isOurs && isFresh ? note.since : now() };
    const isMine = await store.transaction(async (tx) => {
      await tx.lockDesk();
      if ((await tx.upkeepNote('files')) !== before) return false;
      await tx.setUpkeepNote('files', JSON.stringify(next));
      return true;
    });
    if (isMine) await desks.put(own, Buffer.from(next.text));
    return isMine ? next : undefined;
  };

  return async (): Promise<boolean> => {
    const note = await renew();
    const marks = await desks.list();
    const mine = marks.find(({ name }) => name === own);
    if (!note || !mine) return false;
    const isAlone = marks.every(({ name, at }) => name === own || at < mine.at - MARK_MS);
    tellOfAnother(hasCopy || !isAlone);
    return isAlone && began <= now() - LOOKED_MS && note.since <= now() - MARK_MS;
  };
};
