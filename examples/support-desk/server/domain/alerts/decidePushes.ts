import { closedPeriod, isOpen } from '../../../shared/openingHours';
import type { InboxRow } from '../../model/entities';
import type { PlacedBrowser, Push, PushAlert } from '../../model/pushEntities';
import type { Transaction } from '../../store/store';
import { agentSessionsEndBefore } from '../accounts/access';
import { waitsSince } from '../conversations/waiting';
import type { Deps } from '../deps';
import { inboxView } from '../inboxViews';
import { mailingOf } from '../settings/emailSettings';
import { whomToPush } from './whomToPush';

/** How many alerts one round decides. The next round continues. */
const MOST_AT_ONCE = 100;
/** When others get a push message about a visitor who waits, if the email settings have no such time. */
const PASS_ON_S = 300;
/** How long a push message is worth sending: about a visitor, and about a mention. */
const VISITOR_MS = 4 * 3_600_000;
export const MENTION_MS = 24 * 3_600_000;

export type DecideDeps = Pick<Deps, 'store' | 'settings' | 'now' | 'presence'>;

/** When the team opens, if it is closed: it gets what waits then. Undefined if it is open. */
const opensAt = ({ settings, now }: DecideDeps): number | undefined => {
  const { hours } = settings();
  return isOpen(hours, now()) ? undefined : (closedPeriod(hours, now())?.until ?? Number.POSITIVE_INFINITY);
};

/** What is due about this visitor later; undefined if nothing. */
const laterOf = (
  deps: DecideDeps,
  alert: PushAlert,
  { conversation }: InboxRow,
  told: readonly string[],
): PushAlert | undefined => {
  if (alert.told !== null || waitsSince(conversation) === null) return undefined;
  const after = mailingOf(deps.settings().email)?.unansweredAfter ?? PASS_ON_S;
  const dueAt = deps.now() + after * 1000;
  return { ...alert, body: null, only: null, but: null, told: [...told], dueAt };
};

const decideWithin = async (
  deps: DecideDeps,
  tx: Transaction,
  { id, conversationId }: PushAlert,
  browsers: readonly PlacedBrowser[],
  here: ReadonlySet<string>,
): Promise<void> => {
  const now = deps.now();
  // Before the alert, because a message locks them in this order.
  const locked = await tx.lockConversation(conversationId);
  const alert = locked && (await tx.takePushAlert(id, now));
  const row = alert && (await tx.inboxRow(conversationId));
  if (!alert || !row) return;
  const { noteId, body } = alert;
  const isAnswered = waitsSince(row.conversation) === null;
  if (noteId === null && body === null && isAnswered) return;
  const opens = noteId === null ? opensAt(deps) : undefined;
  if (opens !== undefined) {
    if (Number.isFinite(opens)) await tx.putPushAlerts([{ ...alert, dueAt: opens }]);
    return;
  }
  const told = whomToPush(alert, inboxView(row), { agents: await tx.agents(), browsers, here });
  const subject = { id: noteId ?? conversationId, conversationId, noteId, body };
  const tryUntil = now + (noteId === null ? VISITOR_MS : MENTION_MS);
  const due: Push[] = browsers
    .filter(({ agentId, away }) => told.includes(agentId) && (noteId !== null || !away))
    .map(({ sessionId }) => ({ ...subject, sessionId, tries: 0, dueAt: now, tryUntil }));
  await tx.putPushes(due);
  const later = noteId === null ? laterOf(deps, alert, row, told) : undefined;
  if (later) await tx.putPushAlerts([later]);
};

/** Creates the round that decides whom to push alerts to, each once for all processes. @returns the agents' browsers */
export const createPushDecisions =
  (deps: DecideDeps) =>
  async (signal?: AbortSignal): Promise<readonly PlacedBrowser[]> => {
    const { store, now, presence } = deps;
    const browsers = await store.pushBrowsers(agentSessionsEndBefore(deps));
    const due = await store.duePushAlerts(now(), MOST_AT_ONCE);
    const here = due.length > 0 ? await presence.whoIsOnline() : new Set<string>();
    for (const alert of due) {
      if (signal?.aborted) break;
      await store.transaction((tx) => decideWithin(deps, tx, alert, browsers, here));
    }
    return browsers;
  };
