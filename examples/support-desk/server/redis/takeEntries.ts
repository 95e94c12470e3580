import type { BusEvent, Missed } from '../bus/bus';
import type { GrowingEvents, Grown } from '../bus/growingEvents';
import type { Publication } from '../model/publisher';
import type { Clock } from '../process/clock';
import type { Log } from '../process/log';

export type Entry = [place: string, fields: string[]];

/** Whether it is empty. */
export const isMark = ([, [name]]: Entry): boolean => name === 'mark';

/**
 * The entry in a published text: its place, its id and its content, a line each; a mark has its place and its name.
 * Undefined if another program published it.
 */
export const entryIn = (said: string): Entry | undefined => {
  const first = said.indexOf('\n');
  const second = said.indexOf('\n', first + 1);
  const place = said.slice(0, first);
  if (!/^\d+-\d+$/.test(place)) return undefined;
  if (second === -1) return [place, ['mark', said.slice(first + 1)]];
  return [place, ['id', said.slice(first + 1, second), 'publication', said.slice(second + 1)]];
};

/** The shortest time between two warnings of undeliverable entries; ms. */
const TOLD_MS = 60_000;

type Shape = Partial<Record<string, unknown>>;

const isObject = (value: unknown): value is Shape => typeof value === 'object' && value !== null;

/** The required fields of publications, by kind. Other kinds are of a later version and are skipped. */
const SHAPES: { [To in (Publication | Grown)['to']]: (said: Shape) => boolean } = {
  visitor: ({ appUserId, event }) => typeof appUserId === 'string' && isObject(event),
  agents: ({ event }) => isObject(event) && typeof event.type === 'string',
  grown: ({ conversationId, messageId, key, since, change }) =>
    [conversationId, messageId, key, since].every((one) => typeof one === 'string') && isObject(change),
  subscriptions: ({ tags }) => Array.isArray(tags) && tags.every((tag) => typeof tag === 'string'),
};

/** @throws if it is not one, or lacks something */
const publicationIn = (publication: unknown): Publication | Grown | undefined => {
  if (!isObject(publication)) throw new TypeError('A publication is an object');
  const to = String(publication.to);
  if (!Object.hasOwn(SHAPES, to)) return undefined;
  if (!SHAPES[to as Publication['to']](publication)) throw new TypeError('A publication lacks something');
  return publication as Publication | Grown;
};

/**
 * The content of an entry of the stream; undefined if it is a mark, or another program wrote it.
 * @throws if it cannot be read
 */
const eventOf = ([, fields]: Entry): { id: string; publication: Publication | Grown } | undefined => {
  const [idName, id, name, text] = fields;
  if (fields.length !== 4 || idName !== 'id' || name !== 'publication') return undefined;
  const publication = publicationIn(JSON.parse(text ?? ''));
  return publication && { id: id ?? '', publication };
};

type TakeDeps = {
  /** Whether somebody follows it. */
  isHeard: (publication: Publication | Grown) => boolean;
  on: (event: BusEvent) => void;
  /** Called if a version of a growing answer is a difference from a version that has not arrived. */
  onMissed: (missed: Missed) => void;
  growing: GrowingEvents;
  /** Called at the first undeliverable entry, and a minute later for all that follow. */
  onBad: () => void;
  after: Clock['after'];
  log: Pick<Log, 'warn'>;
};

/**
 * Delivers entries one by one: one that cannot be read or delivered, for example of a later version, does not affect
 * others.
 */
export const createEntryTaker = ({ isHeard, on, onMissed, growing, onBad, after, log }: TakeDeps) => {
  let bad = 0;
  let cancel: (() => void) | undefined;
  const deliver = ({ id, publication }: NonNullable<ReturnType<typeof eventOf>>): void => {
    const whole = publication.to === 'grown' ? growing.restore(publication) : publication;
    if (whole) {
      const event = { id, publication: publicationIn(whole) as Publication };
      growing.heard(event);
      on(event);
    } else onMissed(publication as Grown);
  };
  const tell = (): void => {
    cancel = undefined;
    if (bad === 0) return;
    log.warn({ entries: bad }, 'events of other processes cannot be read');
    bad = 0;
    cancel = after(TOLD_MS, tell);
    onBad();
  };
  return {
    take(entry: Entry): void {
      try {
        const event = eventOf(entry);
        if (event && isHeard(event.publication)) deliver(event);
      } catch {
        bad++;
        if (!cancel) tell();
      }
    },
    stop: (): void => cancel?.(),
  };
};
