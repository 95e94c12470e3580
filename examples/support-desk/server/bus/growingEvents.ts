import type { Publication } from '../model/publisher';
import type { BusEvent, Missed } from './bus';
import { type Difference, differenceOf, withDifference } from './difference';

/** A version of an answer that grows, as what it differs in from an earlier one. Earlier versions of the desk pass it over. */
export type Grown = Missed & {
  to: 'grown';
  key: string;
  /** Whose page hears it; none where agents do. */
  appUserId?: string;
  /** The event that has the earlier version. */
  since: string;
  change: Difference;
};

/** Of how many answers that grow, and of each how many versions are remembered. Those of several processes may come in turns. */
const MOST_ANSWERS = 200;
const MOST_VERSIONS = 6;
/** After so many differences, a version is sent whole, for processes that have started since. */
const MOST_STEPS = 32;

type Version = { id: string; version: number; publication: Publication };
/** `last`: the newest that was sent or heard. `heard`: in the order of the bus. `steps`: how many differences were sent. */
type Answer = { last: Version; heard: Version[]; steps: number };

/** As it arrives in another process. */
const asJson = (publication: Publication): Publication => JSON.parse(JSON.stringify(publication));

type Named = { _id?: unknown; growing?: unknown; grown?: unknown };
type Said = { type?: unknown; conversation?: Named; message?: Named };

type Found = Missed & { key: string; grows: boolean; version: number };

/** Which message a publication has, in which version, and whether it still grows. */
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
 * Makes differences of the versions of answers that grow, and versions of differences. One for each process, because it
 * also knows the versions of others.
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
    /** What is sent of an event: the last version of an answer as it is. */
    shorten(event: BusEvent): { id: string; publication: Publication | Grown } {
      const { id, publication } = event;
      const said = messageOf(publication);
      const known = said?.grows ? answers.get(said.key) : undefined;
      if (!said || !known || known.last.id === id) return event;
      known.steps++;
      // Others have sent versions since that this process does not hear, and those who do have forgotten its own.
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
    /** Nobody knows whether the bus has an event. */
    unsure({ publication }: BusEvent): void {
      const said = messageOf(publication);
      if (said) answers.delete(said.key);
    },
    /** The bus has brought an event. */
    heard: (event: BusEvent): void => remember(event, true),
    /** @returns nothing where the earlier version is not known */
    restore({ key, since, change }: Grown): Publication | undefined {
      const before = answers.get(key)?.heard.find(({ id }) => id === since);
      return before && (withDifference(before.publication, change) as Publication);
    },
  };
};

export type GrowingEvents = ReturnType<typeof createGrowingEvents>;
