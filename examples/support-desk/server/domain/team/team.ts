import { isOpen } from '../../../shared/openingHours';
import { median } from '../../model/median';
import type { Deps } from '../deps';
import type { Presence } from './presence';

/** Whether the team is there, for visitors. */
type TeamView = {
  agentsOnline: number;
  /** The usual time until a first answer, in seconds; `null` if there were too few. */
  replyTime: number | null;
};

/** The reply time is the median of the newest first answers of these weeks. */
const WEEKS_MS = 28 * 86_400_000;
const MOST_ANSWERS = 200;
/** Fewer answers are too few to tell the usual time. */
const LEAST_ANSWERS = 3;
/** Every visitor who opens the window asks, so the answers are read at most once a minute. */
const FRESH_MS = 60_000;

const NOBODY: TeamView = { agentsOnline: 0, replyTime: null };

/**
 * Tells visitors whether the team is there. Without the setting, and outside the opening hours, it reports nothing: the
 * header then shows when the team is away.
 */
export const createTeam = (
  deps: Pick<Deps, 'settings' | 'store' | 'now'> & { presence: Pick<Presence, 'agentsOnline'> },
) => {
  let held: { at: number; replyTime: Promise<number | null> } | undefined;

  const read = async (): Promise<number | null> => {
    const times = await deps.store.firstAnswerTimes(deps.now() - WEEKS_MS, MOST_ANSWERS);
    const usual = times.length < LEAST_ANSWERS ? undefined : median(times);
    return usual === undefined ? null : Math.round(usual / 1000);
  };
  const replyTime = (): Promise<number | null> => {
    const now = deps.now();
    if (held && now - held.at < FRESH_MS) return held.replyTime;
    const fresh = { at: now, replyTime: read() };
    held = fresh;
    fresh.replyTime.catch(() => {
      if (held === fresh) held = undefined;
    });
    return fresh.replyTime;
  };

  return async (): Promise<TeamView> => {
    const { messenger, hours } = deps.settings();
    if (!messenger.people.presence || !isOpen(hours, deps.now())) return NOBODY;
    const [agentsOnline, usual] = await Promise.all([deps.presence.agentsOnline(), replyTime()]);
    return { agentsOnline, replyTime: usual };
  };
};

export type ReadTeam = ReturnType<typeof createTeam>;
