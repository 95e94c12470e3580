import type { AgentFollowUpAnswer, AgentSavedFile, SavedAct } from '../../shared/answers/acts';
import type { FollowUpBody, ReplyAct } from '../../shared/bodies/acts';
import { snoozesAt } from './snoozes';

/** What the next reply does, with the files that are sent after it. */
export type NextAct = SavedAct | { act: 'file'; file: AgentSavedFile };

/** What follows a reply, and what its author knew. */
export type FollowUp = { acts: readonly NextAct[]; seen?: FollowUpBody['seen'] };

/** What the desk did after a reply, and what it refused. */
export type Followed = Pick<AgentFollowUpAnswer, 'messages' | 'conversation'> & {
  refused: Pick<AgentFollowUpAnswer['refused'][number], 'index' | 'description'>[];
};

const untilOf = (until: 'tomorrow' | 'week', now: number): number | undefined => {
  const times = snoozesAt(now);
  // On a Sunday, both are the same.
  return (times.find(({ id }) => id === until) ?? times[0])?.until;
};

const replyActOf = (act: NextAct, now: number): ReplyAct => {
  if (act.act === 'file') return { act: 'file', fileId: act.file.id };
  if (act.act !== 'snooze') return act;
  return { act: 'snooze', ...(act.until && { until: untilOf(act.until, now) }) };
};

/** The body that asks the desk for it. @param now float seconds, which 'tomorrow' counts from */
export const followUpBodyOf = ({ acts, seen }: FollowUp, now: number): FollowUpBody => ({
  acts: acts.map((act) => replyActOf(act, now)),
  ...(seen && { seen }),
});

/** Whether two acts cannot follow the same reply. */
const excludes = (a: NextAct, b: NextAct): boolean => {
  const ends = ['close', 'snooze'];
  if (a.act === 'tag') return b.act === 'tag' && a.tag === b.tag;
  if (a.act === 'file') return b.act === 'file' && a.file.id === b.file.id;
  return a.act === b.act || (ends.includes(a.act) && ends.includes(b.act));
};

const ORDER = ['file', 'tag', 'assign', 'close', 'snooze'];

/** Both lists in the order in which they are done; of two that exclude each other, the later one stays. */
export const withActs = (before: readonly NextAct[], more: readonly NextAct[]): NextAct[] =>
  [...before.filter((one) => !more.some((other) => excludes(one, other))), ...more].sort(
    (a, b) => ORDER.indexOf(a.act) - ORDER.indexOf(b.act),
  );

/** What a saved reply does. A file that is no longer there is shown, and its sending refused. */
export const actsOf = (saved: { acts: readonly SavedAct[]; files: readonly AgentSavedFile[] }): NextAct[] =>
  withActs(
    saved.files.map((file) => ({ act: 'file' as const, file })),
    saved.acts,
  );

const SNOOZES = { tomorrow: 'until tomorrow', week: 'until next Monday' };

/**
 * 'tag billing', 'assign to Ben'.
 * @param nameOf the name of an agent or bot; undefined for somebody who left
 * @param sender the word for the agent who replies
 */
export const actWords = (
  act: NextAct,
  nameOf: (agentId: string) => string | undefined,
  sender = 'me',
): string => {
  switch (act.act) {
    case 'tag':
      return `tag ${act.tag}`;
    case 'assign':
      if (act.agentId === undefined) return `assign to ${sender}`;
      return `assign to ${nameOf(act.agentId) ?? 'somebody who left the team'}`;
    case 'snooze':
      return `snooze ${act.until ? SNOOZES[act.until] : 'until the visitor writes'}`;
    case 'file':
      return `send ${act.file.fileName}`;
    default:
      return act.act;
  }
};
