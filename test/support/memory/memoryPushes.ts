import type { PushReads, PushWrites } from '../../../examples/support-desk/server/store/pushStore';
import type { Edit } from './memoryForgetting';
import { copy, copyOr, find, type Tables } from './memoryReads';

type Put = { put<T>(table: Map<string, T>, key: string, value: T): void };

const keyOf = ({ sessionId, id }: { sessionId: string; id: string }): string => `${sessionId} ${id}`;

const earliestFirst = (a: { dueAt: number; id: string }, b: { dueAt: number; id: string }): number =>
  a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1);

/** Removes a browser with its messages. */
export const removePushBrowser = (
  t: Tables,
  { remove }: Pick<Edit, 'remove'>,
  sessionId: string,
): boolean => {
  for (const [key, push] of t.pushes) if (push.sessionId === sessionId) remove(t.pushes, key);
  return remove(t.pushBrowsers, sessionId);
};

export const createPushReads = (t: Tables): PushReads => ({
  pushBrowsers: async (usedAfter) =>
    [...t.pushBrowsers.values()]
      .sort((a, b) => a.createdAt - b.createdAt || (a.sessionId < b.sessionId ? -1 : 1))
      .flatMap((browser) => {
        const session = t.agentSessions.get(browser.sessionId);
        const isHere = session && t.agents.get(session.agentId)?.removedAt === null;
        return isHere && session.usedAt > usedAfter
          ? [{ ...copy(browser), agentId: session.agentId, userAgent: session.userAgent }]
          : [];
      }),
  duePushAlerts: async (now, limit) =>
    [...t.pushAlerts.values()]
      .filter(({ dueAt }) => dueAt <= now)
      .sort(earliestFirst)
      .slice(0, limit)
      .map(copy),
  duePushes: async (now) => [
    ...new Set([...t.pushes.values()].flatMap((one) => (one.dueAt <= now ? one.sessionId : []))),
  ],
});

export const createPushWrites = (t: Tables, edit: Edit & Put): PushWrites => {
  const { put, change, remove } = edit;
  return {
    putPushBrowser: async (browser) => {
      const { endpoint, sessionId } = browser;
      const other = find(
        t.pushBrowsers.values(),
        (one) => one.endpoint === endpoint && one.sessionId !== sessionId,
      );
      if (other) removePushBrowser(t, edit, other.sessionId);
      put(t.pushBrowsers, sessionId, browser);
    },
    deletePushBrowser: async (sessionId, endpoint) => {
      const known = t.pushBrowsers.get(sessionId);
      if (!known || (endpoint !== undefined && known.endpoint !== endpoint)) return false;
      return removePushBrowser(t, edit, sessionId);
    },
    putPushAlerts: async (alerts) => {
      for (const alert of alerts) put(t.pushAlerts, alert.id, alert);
    },
    takePushAlert: async (id, now) => {
      const alert = t.pushAlerts.get(id);
      if (!alert || alert.dueAt > now) return undefined;
      remove(t.pushAlerts, id);
      return copy(alert);
    },
    putPushes: async (pushes) => {
      for (const push of pushes) put(t.pushes, keyOf(push), push);
    },
    claimPush: async (sessionId, now, until) => {
      const due = [...t.pushes.values()]
        .filter((one) => one.sessionId === sessionId && one.dueAt <= now)
        .sort(earliestFirst)[0];
      if (!due) return undefined;
      change(t.pushes, keyOf(due), { dueAt: until });
      return copyOr(t.pushes.get(keyOf(due)));
    },
    settlePush: async (claimed, until, fields) => {
      const key = keyOf(claimed);
      if (t.pushes.get(key)?.dueAt !== until) return;
      if (fields) change(t.pushes, key, fields);
      else remove(t.pushes, key);
    },
  };
};
