import type { Logger } from 'pino';
import { createWaking, type WakeDeps } from '../domain/conversations/snoozing';
import { createTurns } from '../domain/conversations/turns';
import type { Deps } from '../domain/deps';
import type { DeskSettings } from '../domain/settings/deskSettings';
import { REPORT_MS } from '../domain/team/presence';
import type { Clock } from '../process/clock';
import { codeOf } from '../process/errorCode';
import { runRegularly } from '../process/regularly';
import { failureCode } from '../redis/failureCode';
import type { OpenStore } from '../store/sql/openStore';

const MAINTENANCE_MS = 300_000;
const UPKEEP_MS = 300_000;
const MAILING_MS = 5_000;
const WAKING_MS = 5_000;
/** How soon somebody who comes gets what waits. */
const TURNS_MS = 2_000;
const PUBLICATIONS_MS = 1_000;
/** How often counts are written: a killed process loses those of this time. */
const FIGURES_MS = 1_000;
const WEBHOOKS_MS = 1_000;
const PUSHES_MS = 1_000;
const MAILBOX_MS = 2_000;
/** Soon enough after a build, which a running desk serves at once. */
const BUILDS_MS = 5_000;
/** How long a process may serve outdated settings. */
const SETTINGS_MS = 5_000;

type Round = (signal: AbortSignal) => Promise<void>;

/** Builds missing indexes. @returns stops it */
const indexing = (store: OpenStore, onFailure: (error: unknown) => void): (() => Promise<void>) => {
  const ended = new AbortController();
  const done = store.buildIndexes(ended.signal).catch(onFailure);
  return () => {
    ended.abort();
    return done;
  };
};

/** Starts the desk's own regular work. @returns functions that stop it */
export const startRounds = (
  { databaseUrl, redisUrl, log }: { databaseUrl?: string; redisUrl?: string; log: Logger },
  store: OpenStore,
  deps: Pick<DeskSettings, 'refreshSettings'> & WakeDeps & Pick<Deps, 'presence'>,
  after: Clock['after'],
  rounds: Record<
    'figures' | 'mail' | 'upkeep' | 'presence' | 'publications' | 'webhooks' | 'pushes' | 'builds',
    Round
  > & {
    mailbox: Round | undefined;
  },
): (() => Promise<void>)[] => {
  const warn = (failure: string) => (error: unknown) => log.warn({ code: codeOf(error) }, failure);
  const regularly = (round: Round, ms: number, onFailure: (error: unknown) => void) =>
    runRegularly(after, round, ms, onFailure);
  return [
    indexing(store, warn('indexes not built')),
    // PGlite has no autovacuum.
    regularly(store.maintain, MAINTENANCE_MS, warn('maintenance failed')),
    regularly(rounds.upkeep, UPKEEP_MS, warn('upkeep failed')),
    regularly(rounds.figures, FIGURES_MS, warn('figures not written')),
    regularly(rounds.mail, MAILING_MS, warn('the store cannot say which emails are due')),
    regularly(createWaking(deps), WAKING_MS, warn('snoozed conversations not woken')),
    regularly(createTurns(deps), TURNS_MS, warn('conversations not assigned in turn')),
    regularly(rounds.builds, BUILDS_MS, warn('builds not shared')),
    regularly(rounds.webhooks, WEBHOOKS_MS, warn('webhooks not sent')),
    regularly(rounds.pushes, PUSHES_MS, warn('push messages not sent')),
    ...(rounds.mailbox ? [regularly(rounds.mailbox, MAILBOX_MS, warn('mailbox not read'))] : []),
    // Settings that another process on the same database has saved.
    ...(databaseUrl ? [regularly(deps.refreshSettings, SETTINGS_MS, warn('settings not read'))] : []),
    ...(redisUrl
      ? [
          regularly(rounds.presence, REPORT_MS, warn('presence not shared')),
          regularly(rounds.publications, PUBLICATIONS_MS, (error) =>
            log.warn({ code: failureCode(error) }, 'events not sent to other processes'),
          ),
        ]
      : []),
  ];
};
