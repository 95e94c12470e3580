import type { AgentManyBody } from '../../shared/bodies/conversations';

/** What is done to many conversations. */
export type Task = Pick<AgentManyBody, 'act' | 'agentId' | 'tag' | 'until'>;

/** A conversation that was left as it is, and why. */
export type Refused = { id: string; name: string; words: string };

/** '3 conversations' */
export const countOf = (count: number): string => (count === 1 ? '1 conversation' : `${count} conversations`);

const WORDS: Record<Task['act'], { doing: string; done: string }> = {
  assign: { doing: 'Assigning', done: 'assigned' },
  tag: { doing: 'Tagging', done: 'tagged' },
  snooze: { doing: 'Snoozing', done: 'snoozed' },
  close: { doing: 'Closing', done: 'closed' },
  block: { doing: 'Blocking the visitors of', done: 'blocked' },
};

/** 'Closing 3 conversations…' */
export const doingWords = ({ act }: Task, count: number): string => `${WORDS[act].doing} ${countOf(count)}…`;

/** '3 conversations closed.' */
export const doneWords = ({ act }: Task, count: number): string => `${countOf(count)} ${WORDS[act].done}.`;

/** How many names a sentence has. */
const NAMED = 5;

/** 'Not closed: Ana (the visitor has written in the meantime).' */
export const refusedWords = ({ act }: Task, refused: readonly Refused[]): string => {
  const named = refused.slice(0, NAMED).map(({ name, words }) => `${name} (${words.replace(/\.$/, '')})`);
  const more = refused.length > NAMED ? [`${refused.length - NAMED} more`] : [];
  return `Not ${WORDS[act].done}: ${new Intl.ListFormat('en').format([...named, ...more])}.`;
};
