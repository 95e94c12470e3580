import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react';
import type { Clock } from '../../platform/clock';
import { createTimer } from '../../platform/timer';
import type { Http } from '../../services/http';
import { given, type RequestError } from '../../services/requestError';
import { obj } from '../../wire/decode';
import { decodeTeamStatus, type TeamStatus } from '../../wire/people';

/** How often the service is asked again while the visitor looks at the window. */
const TEAM_EVERY_MS = 120_000;

/** An answer older than this is not shown, even while the service is asked again. */
const STALE_MS = 300_000;

/** `GET {suncoUrl}/v2/integrations/{id}/team`. Rejects with a `RequestError`. */
export const fetchTeamStatus = async (http: Http, integrationId: string): Promise<TeamStatus> => {
  const answer = obj(await http('GET', `/integrations/${encodeURIComponent(integrationId)}/team`));
  given(answer.team, 'The answer holds no team');
  return decodeTeamStatus(answer);
};

/**
 * Keeps asking whether the team is available while the visitor sees the window. A missing answer counts as unknown. A
 * service that does not know the call is not asked again.
 */
export const createTeamStatus = (deps: {
  ask: () => Promise<TeamStatus>;
  seen: ReadonlySignal<boolean>;
  clock: Clock;
}) => {
  const { clock, seen } = deps;
  const team = signal<TeamStatus | undefined>(undefined);
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking = false;
  let stopped = false;
  const interval = createTimer(clock);

  const ask = async () => {
    asking = true;
    if (clock.now() - askedAt > STALE_MS) team.value = undefined;
    askedAt = clock.now();
    try {
      const told = await deps.ask();
      if (!stopped) team.value = told;
    } catch (cause) {
      team.value = undefined;
      const { status = 0 } = cause as Partial<RequestError>;
      stopped ||= status >= 400 && status < 500 && status !== 429;
    }
    asking = false;
    next();
  };
  const next = () => {
    interval.stop();
    if (stopped || asking || !seen.peek()) return;
    const left = askedAt + TEAM_EVERY_MS - clock.now();
    if (left <= 0) void ask();
    // The visitor's clock may have been set back: wait one interval at most.
    else interval.set(Math.min(left, TEAM_EVERY_MS), () => void ask());
  };
  const stop = effect(() => {
    const now = seen.value;
    untracked(() => (now ? next() : interval.stop()));
  });

  return {
    team: team as ReadonlySignal<TeamStatus | undefined>,
    dispose() {
      stopped = true;
      stop();
      interval.stop();
    },
  };
};
