/** An inbox reports every minute that it is open. Without a report for this long, it counts as closed. */
export const SILENT_MS = 150_000;
/** More open inboxes than a team has. The oldest make room. */
export const MAX_INBOXES = 1000;
/** How often a process reports to the others whether an inbox is connected to it. */
export const REPORT_MS = 2000;

/** Which inboxes are open and not away. This ends with their connections. */
export type Presence = {
  /** Takes an inbox's report. @param agentId who is signed in there */
  take(inbox: string, away: boolean, agentId?: string): Promise<void>;
  /** The ids of the agents whose inbox is open, while one is connected. */
  whoIsOnline(): Promise<ReadonlySet<string>>;
  /** How many agents would see a message now. */
  agentsOnline(): Promise<number>;
  /** Whether an inbox is connected to any process. */
  isConnected(): Promise<boolean>;
  /** Reports to the other processes whether an inbox is connected to this one; due every two seconds. */
  report(): Promise<void>;
};

export type PresenceDeps = {
  now: () => number;
  /** Whether an inbox is connected to this process. */
  connected: () => boolean;
};

/** An inbox with its agent, as one text. Ids contain no spaces. */
export const memberOf = (inbox: string, agentId = ''): string => `${inbox} ${agentId}`;
/** The agents of such texts. */
export const agentsIn = (members: Iterable<string>): Set<string> =>
  new Set([...members].map((member) => member.slice(member.indexOf(' ') + 1)).filter(Boolean));

/** The presence of inboxes in one process, in its memory. */
export const createPresence = (deps: PresenceDeps): Presence => {
  const seen = new Map<string, number>();
  const dropSilent = (): void => {
    for (const [member, at] of seen) if (deps.now() - at > SILENT_MS) seen.delete(member);
  };
  return {
    async take(inbox, away, agentId) {
      const member = memberOf(inbox, agentId);
      seen.delete(member);
      if (away) return;
      seen.set(member, deps.now());
      const [oldest] = seen.keys();
      if (seen.size > MAX_INBOXES && oldest !== undefined) seen.delete(oldest);
    },
    async agentsOnline() {
      dropSilent();
      return deps.connected() ? seen.size : 0;
    },
    async whoIsOnline() {
      dropSilent();
      return deps.connected() ? agentsIn(seen.keys()) : new Set();
    },
    isConnected: async () => deps.connected(),
    report: async () => undefined,
  };
};
