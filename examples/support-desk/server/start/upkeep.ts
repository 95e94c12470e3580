import { agentSessionsEndBefore, sessionTag } from '../domain/accounts/access';
import { AUDIT_MS } from '../domain/accounts/audit';
import { faceIds } from '../domain/accounts/faces';
import { INVITED_MS } from '../domain/accounts/invitations';
import { forgetUnusedPictures } from '../domain/files/pictures';
import { REFUSED_MS } from '../domain/mail/refusedMails';
import { type ForgetDeps, forgetSilentUsers } from '../domain/visitors/forget';
import { forgetClosed } from '../domain/visitors/forgetConversation';
import { sessionsEndBefore } from '../domain/visitors/identity';
import type { Uploads } from '../uploads/uploads';

const DAY_MS = 86_400_000;
/** How many rows one transaction deletes. Each is short, because others wait for it. */
const SESSIONS_AT_ONCE = 500;
const CONVERSATIONS_AT_ONCE = 20;
const USERS_AT_ONCE = 100;
/** How many transactions of a kind one round makes. The next round continues. */
const STEPS = 50;
const FILES_AT_ONCE = 200;
const ALWAYS = async (): Promise<boolean> => true;
/** A younger file may belong to a message, or be a face, that is about to be stored. */
const UNUSED_MS = 7_200_000;
/** How long deliveries to webhooks stay in the log. */
const DELIVERIES_MS = 7 * DAY_MS;

export type UpkeepDeps = ForgetDeps & {
  uploads: Pick<Uploads, 'remove' | 'storedBefore'>;
  /** Marks the files' place as this desk's. False if another desk may have its files there too. */
  ownsPlace?: () => Promise<boolean>;
};

/** Repeats a step until it is done, at most fifty times. @param step returns whether there is more */
const repeat = async (step: () => Promise<boolean>, signal?: AbortSignal): Promise<void> => {
  for (let left = STEPS; left > 0 && !signal?.aborted; left--) if (!(await step())) return;
};

/** Removes the files that no message, agent or version of the settings uses, such as those of a killed process. */
const removeUnusedFiles = async (deps: UpkeepDeps, signal?: AbortSignal): Promise<void> => {
  const { store, uploads, now, room } = deps;
  // A database that knows no file at all may be the wrong one.
  if ((await store.attachmentBytes()) === 0) return;
  const pictures = await forgetUnusedPictures(deps, now() - UNUSED_MS);
  const check = async (ids: string[]): Promise<void> => {
    const known = new Set([...(await store.knownAttachments(ids)), ...(await faceIds(store)), ...pictures]);
    for (const id of ids) if (!known.has(id)) await uploads.remove(id);
  };
  let ids: string[] = [];
  for await (const id of uploads.storedBefore(now() - UNUSED_MS)) {
    if (signal?.aborted) return;
    ids.push(id);
    if (ids.length < FILES_AT_ONCE) continue;
    await check(ids);
    ids = [];
  }
  await check(ids);
  room.recount();
};

/**
 * Creates the round that deletes what has ended: sessions, conversations over the retention time, visitors who never
 * wrote and, once a day, unused files.
 */
export const createUpkeep = (deps: UpkeepDeps) => {
  const { store, now } = deps;
  let filesAt = Number.NEGATIVE_INFINITY;

  const endSessions = async (): Promise<boolean> => {
    const which = { usedBefore: sessionsEndBefore(deps), now: now(), limit: SESSIONS_AT_ONCE };
    const ended = await store.transaction(async (tx) => {
      const hashes = await tx.deleteEndedSessions(which);
      tx.publisher.endSubscriptions(hashes);
      return hashes.length;
    });
    return ended === SESSIONS_AT_ONCE;
  };

  const endAccess = (): Promise<void> =>
    store.transaction(async (tx) => {
      const usedBefore = agentSessionsEndBefore(deps);
      const ended = await tx.deleteEndedAccess({
        usedBefore,
        now: now(),
        invitedBefore: now() - INVITED_MS,
        auditBefore: now() - AUDIT_MS,
      });
      tx.publisher.endSubscriptions(ended.map(sessionTag));
    });

  const deleteClosed = async (): Promise<boolean> => {
    const { days } = deps.settings().retention;
    if (days === undefined) return false;
    return (await forgetClosed(deps, now() - days * DAY_MS, CONVERSATIONS_AT_ONCE)) === CONVERSATIONS_AT_ONCE;
  };

  /**
   * Checks the next users, by id, and starts over after the last. The database stores the place: many visitors take
   * more than a day, and a desk that is restarted daily must reach each.
   */
  const deleteSilent = async (signal?: AbortSignal): Promise<void> => {
    let place = await store.upkeepNote('users');
    await repeat(async () => {
      const ids = await store.userIdsAfter(place, USERS_AT_ONCE);
      await forgetSilentUsers(deps, ids, now() - deps.settings().retention.silentDays * DAY_MS);
      place = ids.length < USERS_AT_ONCE ? '' : (ids.at(-1) ?? '');
      return place !== '';
    }, signal);
    await store.transaction((tx) => tx.setUpkeepNote('users', place));
  };

  return async (signal?: AbortSignal): Promise<void> => {
    // First, so that other desks find the mark even if a later step fails.
    const owns = await (deps.ownsPlace ?? ALWAYS)().catch(() => false);
    await repeat(endSessions, signal);
    await endAccess();
    await store.transaction((tx) => tx.deleteDeliveries(now() - DELIVERIES_MS));
    await store.transaction((tx) => tx.deleteRefusedMails({ before: now() - REFUSED_MS }));
    await repeat(deleteClosed, signal);
    await deleteSilent(signal);
    if (signal?.aborted || now() - filesAt < DAY_MS || !owns) return;
    filesAt = now();
    await removeUnusedFiles(deps, signal);
  };
};
