import { type Json, listOf, num, obj, oneOf, str } from '@porch/messenger/wire/decode';
import { shownLabel, shownText } from '@porch/messenger/wire/shown';
import type { AgentHappening } from '../../shared/answers/conversations';
import type { AgentNote } from '../../shared/answers/work';
import { listIn } from './listIn';

const CHANGES = [
  'assigned',
  'queued',
  'snoozed',
  'woke',
  'closed',
  'reopened',
  'ended',
  'rated',
  'mailed',
  'answersMailed',
  'answersDelayed',
  'answersHeld',
  'answersRefused',
  'answersNotMailed',
  'teamMailed',
  'routed',
  'unassigned',
  'handedOver',
  'merged',
  'separated',
  'callMissed',
  'callTaken',
  'edited',
  'deleted',
] as const;

const REASONS = ['reply', 'turn', 'time', 'visitor', 'removed'] as const;

/** A pressed button, a campaign, a change of state or a note. `received` is float seconds, as in messages. */
export type Happening = {
  id: string;
  kind: 'postback' | 'referral' | 'change' | 'note';
  received: number;
  /** The text of the button or the note, or of a message before its author changed it. */
  text?: string;
  /** The author of the note, and the ids of the agents that it mentions. */
  author?: AgentNote['author'];
  mentions?: readonly string[];
  /** The change of the conversation, its assignee after and before, and the agent or program that made the change. */
  what?: (typeof CHANGES)[number];
  assignee?: string;
  /** When a snoozed one wakes, if a time was chosen, in float seconds. */
  until?: number;
  /** Why it was assigned or woke, if nobody did that. */
  why?: (typeof REASONS)[number];
  by?: string;
  /** The id of that agent or program. */
  byId?: string;
};

const decodeNote = (id: string, received: number, value: Json): Happening | undefined => {
  const author = obj(value.author);
  const text = shownText(value.text);
  if (!text) return undefined;
  return {
    id,
    kind: 'note',
    received,
    text,
    author: {
      id: str(author.id),
      name: shownLabel(author.name)?.trim() || 'An agent',
      avatarUrl: str(author.avatarUrl),
    },
    mentions: listOf(value.mentions, str),
  };
};

const decodeHappening = (kind: Happening['kind'], value: unknown): Happening | undefined => {
  const h = obj(value);
  const id = str(h._id);
  const received = num(h.createdAt);
  if (!id || received === undefined) return undefined;
  if (kind === 'note') return decodeNote(id, received, h);
  if (kind !== 'change') return { id, kind, received, text: shownLabel(h.text) };
  const what = oneOf(h.what, CHANGES);
  const maker = obj(h.by);
  const by = shownLabel(maker.name)?.trim() || undefined;
  const why = oneOf(h.why, REASONS);
  return (
    what && {
      id,
      kind,
      received,
      what,
      why,
      until: num(h.until),
      by,
      byId: str(maker.id),
      assignee: shownLabel(h.assignee)?.trim(),
      text: what === 'edited' || what === 'deleted' ? shownText(h.text) : undefined,
    }
  );
};

/** Throws if there is no list. */
export const decodeHappenings = (kind: Happening['kind'], value: unknown): Happening[] =>
  listOf(listIn(value, kind === 'note' ? 'notes' : 'happenings'), (entry) => decodeHappening(kind, entry));

/** The same for an event of the live channel. */
export const happeningOf = (
  kind: Happening['kind'],
  value: AgentHappening | AgentNote,
): Happening | undefined => decodeHappening(kind, value);

/** Decodes an event of the live channel, with all its fields. */
export const decodeLive = (value: unknown): AgentHappening | undefined => {
  const raw = obj(value);
  const _id = str(raw._id);
  const createdAt = num(raw.createdAt);
  return _id && createdAt !== undefined ? { ...raw, _id, createdAt } : undefined;
};
