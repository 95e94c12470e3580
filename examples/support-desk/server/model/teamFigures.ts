/** From and until, in ms; the end is not included. */
export type TimeSpan = { since: number; until: number };

/** How long something took, in ms: half were as fast, and nine in ten. `null` without any. */
export type Spread = { median: number | null; slow: number | null };

/** What the team did in a period, by its log. */
export type TeamCounts = {
  /** Conversations whose visitor wrote first. */
  begun: number;
  /** Conversations that got their first answer. */
  answered: number;
  /** Messages of the team. */
  sent: number;
  /** From the visitor's first message to the team's first message after it. */
  firstAnswer: Spread;
  /** How often a conversation was closed or ended. */
  closed: number;
  /** From the visitor's first message, or from the last reopening, to the end. */
  toClose: Spread;
  good: number;
  bad: number;
};

/** Counts of everybody, an agent or a tag. */
export type FigureRow = Partial<TeamCounts> & {
  of: 'all' | 'agent' | 'tag';
  /** The agent's id, the tag, or one of `OTHERS`; empty for `all`. */
  key: string;
};

/** Who did something and has no account. The ids of agents have no colon. */
export const OTHERS = { program: ':program', visitor: ':visitor', nobody: ':nobody' } as const;

export const NO_SPREAD: Spread = { median: null, slow: null };

const NOTHING: TeamCounts = {
  begun: 0,
  answered: 0,
  sent: 0,
  firstAnswer: NO_SPREAD,
  closed: 0,
  toClose: NO_SPREAD,
  good: 0,
  bad: 0,
};

type TeamFigures = { all: TeamCounts } & Record<'agents' | 'tags', ReadonlyMap<string, TeamCounts>>;

/** Puts the rows of all queries together. */
export const mergeFigures = (rows: readonly FigureRow[]): TeamFigures => {
  const found = { all: new Map<string, TeamCounts>(), agent: new Map(), tag: new Map() };
  for (const { of, key, ...counts } of rows)
    found[of].set(key, { ...(found[of].get(key) ?? NOTHING), ...counts });
  return { all: found.all.get('') ?? NOTHING, agents: found.agent, tags: found.tag };
};
