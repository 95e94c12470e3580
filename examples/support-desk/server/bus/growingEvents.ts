import type { Publication } from '../model/publisher';
import type { BusEvent, Missed } from './bus';
import { type Difference, differenceOf, withDifference } from './difference';

/** A version of a growing answer, as its difference from an earlier version. Earlier versions of the desk ignore it. */
export type Grown = Missed & {
  to: 'grown';
  key: string;
  /** The visitor whose page gets it; none if agents do. */
  appUserId?: string;
  /** The event with the earlier version. */
  since: string;
  change: Difference;
};

/** How many growing answers are remembered, and how many versions of each. Those of several processes may arrive in turns. */
const MOST_ANSWERS = 200;
const MOST_VERSIONS = 6;
/** After this many differences, a version is sent whole, for processes that have started since. */
const MOST_STEPS = 32;

type Version = { id: string; version: number; publication: Publication };
/**
 * `last`: the newest version sent or received. `heard`: in the order of the bus. `steps`: the number of differences
 * sent.
 */
type Answer = { last: Version; heard: Version[]; steps: number };

/** As it arrives in another process. */
const asJson = (publication: Publication): Publication => JSON.parse(JSON.stringify(publication));

type Named = { _id?: unknown; growing?: unknown; grown?: unknown };
type Said = { type?: unknown; conversation?: Named; message?: Named };

type Found = Missed & { key: string; grows: boolean; version: number };

/** The message of a publication, its version, and whether it still grows. */
const messageOf = (publication: Publication): Found | undefined => {
  if (publication.to === 'subscriptions') return undefined;
  const { type, conversation, message } = publication.event as Said;
  const [conversationId, messageId] = [conversation?._id, message?._id];
  if (type !== 'message' || typeof conversationId !== 'string' || typeof messageId !== 'string')
    return undefined;
  return {
    conversationId,
    messageId,
    key: `${publication.to} ${messageId}`,
    grows: message?.growing === true,
    version: Number(message?.grown),
  };
};

/**
 * Turns versions of growing answers into differences, and back. One for each process, because it also knows the
 * versions of others.
 */
export const createGrowingEvents = () => {
  const answers = new Map<string, Answer>();

  const remember = ({ id, publication }: BusEvent, isHeard: boolean): void => {
    const said = messageOf(publication);
    if (!said) return;
    const { heard = [], steps = 0 } = answers.get(said.key) ?? {};
    answers.delete(said.key);
    if (!said.grows) return;
    const last = { id, version: said.version, publication: asJson(publication) };
    answers.set(said.key, { last, heard: isHeard ? [...heard, last].slice(-MOST_VERSIONS) : heard, steps });
    const [oldest] = answers.keys();
    if (answers.size > MOST_ANSWERS && oldest !== undefined) answers.delete(oldest);
  };

  return {
    /** The form in which to send an event: the last version of an answer is sent whole. */
    shorten(event: BusEvent): { id: string; publication: Publication | Grown } {
      const { id, publication } = event;
      const said = messageOf(publication);
      const known = said?.grows ? answers.get(said.key) : undefined;
      if (!said || !known || known.last.id === id) return event;
      known.steps++;
      // Others have sent versions since that this process does not get, and those that do have forgotten its own.
      const isForgotten = said.version - known.last.version >= MOST_VERSIONS;
      if (isForgotten || known.steps % MOST_STEPS === 0) return event;
      const { conversationId, messageId, key } = said;
      const change = differenceOf(known.last.publication, asJson(publication));
      const whose = publication.to === 'visitor' && { appUserId: publication.appUserId };
      const since = known.last.id;
      return { id, publication: { to: 'grown', conversationId, messageId, key, ...whose, since, change } };
    },
    /** An event is being sent. */
    sent: (event: BusEvent): void => remember(event, false),
    /** It is unknown whether the bus has an event. */
    unsure({ publication }: BusEvent): void {
      const said = messageOf(publication);
      if (said) answers.delete(said.key);
    },
    /** The bus has brought an event. */
    heard: (event: BusEvent): void => remember(event, true),
    /** @returns undefined if the earlier version is unknown */
    restore({ key, since, change }: Grown): Publication | undefined {
      const before = answers.get(key)?.heard.find(({ id }) => id === since);
      return before && (withDifference(before.publication, change) as Publication);
    },
  };
};

export type GrowingEvents = ReturnType<typeof createGrowingEvents>;
