import type { Writes } from '../../../examples/support-desk/server/store/writes';
import { createAccountWrites } from './memoryAccounts';
import { createForgettingWrites, removeConversation } from './memoryForgetting';
import { createIntegrationWrites } from './memoryIntegrations';
import { createMailWrites } from './memoryMails';
import { createPushWrites } from './memoryPushes';
import { blipKey, copy, copyOr, find, newestReports, type Tables, visitKey } from './memoryReads';

/**
 * The writes of the memory store. Each adds its undo step, so that a failed transaction can be rolled back.
 */
export const createWrites = (t: Tables, undo: { push(step: () => void): void }): Writes => {
  const put = <T>(table: Map<string, T>, key: string, value: T): void => {
    const before = table.get(key);
    undo.push(() => (before === undefined ? table.delete(key) : table.set(key, before)));
    table.set(key, copy(value));
  };
  const change = <T>(table: Map<string, T>, key: string, fields: Partial<T>): void => {
    const before = table.get(key);
    if (before) put(table, key, { ...before, ...fields });
  };
  const remove = <T>(table: Map<string, T>, key: string): boolean => {
    const before = table.get(key);
    if (before === undefined) return false;
    undo.push(() => table.set(key, before));
    return table.delete(key);
  };
  const conversationsOf = (userId: string) =>
    [...t.conversations.values()].filter((c) => c.userId === userId);

  return {
    ...createForgettingWrites(t, { put, change, remove }),
    ...createAccountWrites(t, { put, change, remove }),
    ...createIntegrationWrites(t, { put, change, remove }),
    ...createMailWrites(t, { put, change, remove }),
    ...createPushWrites(t, { put, change, remove }),
    insertUser: async (user) => {
      const taken = find(
        t.users.values(),
        (u) =>
          (user.referenceId !== null && u.referenceId === user.referenceId) ||
          (user.externalId !== null && u.externalId === user.externalId),
      );
      if (taken) return false;
      put(t.users, user.id, user);
      return true;
    },
    updateUser: async (id, fields) => change(t.users, id, fields),
    deleteUser: async (id) => {
      for (const session of t.sessions.values()) {
        if (session.userId === id) remove(t.sessions, session.tokenHash);
      }
      for (const conversation of conversationsOf(id)) removeConversation(t, { remove }, conversation.id);
      for (const [code, request] of t.linkRequests) if (request.userId === id) remove(t.linkRequests, code);
      for (const entry of t.visitorEntries.values())
        if (entry.userId === id) remove(t.visitorEntries, entry.id);
      remove(t.users, id);
    },
    moveConversations: async (fromUserId, toUserId) => {
      const held = conversationsOf(toUserId);
      const taken = new Set(held.map((c) => c.referenceId));
      const moved = conversationsOf(fromUserId).map((c) => ({
        ...c,
        userId: toUserId,
        isDefault: c.isDefault && held.length === 0,
        referenceId: taken.has(c.referenceId) ? null : c.referenceId,
      }));
      for (const conversation of moved) put(t.conversations, conversation.id, conversation);
      for (const [code, request] of t.linkRequests)
        if (request.userId === fromUserId) change(t.linkRequests, code, { userId: toUserId });
      for (const entry of t.visitorEntries.values())
        if (entry.userId === fromUserId) change(t.visitorEntries, entry.id, { userId: toUserId });
      return copy(moved);
    },
    insertVisitorEntry: async (entry) => put(t.visitorEntries, entry.id, entry),
    updateVisitorEntry: async (id, fields) => change(t.visitorEntries, id, fields),
    deleteVisitorEntry: async (id) => void remove(t.visitorEntries, id),
    unassignClosed: async (assigneeId) => {
      for (const one of t.conversations.values())
        if (one.assigneeId === assigneeId && one.status === 'idle')
          change(t.conversations, one.id, { assignee: null, assigneeId: null });
    },
    insertSession: async (session) => put(t.sessions, session.tokenHash, session),
    deleteSessions: async (userId, which) => {
      const chosen = [...t.sessions.values()].filter(
        (s) =>
          s.userId === userId &&
          (!which ||
            s.tokenHash === which.tokenHash ||
            s.parentHash === which.tokenHash ||
            (which.clientId !== undefined && s.clientId === which.clientId)),
      );
      for (const { tokenHash } of chosen) remove(t.sessions, tokenHash);
      return chosen.map((s) => s.tokenHash);
    },
    deleteExpiredSessions: async (userId, now) => {
      for (const [hash, session] of t.sessions) {
        if (session.userId !== userId || session.expiresAt === null || session.expiresAt > now) continue;
        remove(t.sessions, hash);
      }
    },
    insertSigningKey: async (key) => put(t.signingKeys, key.id, key),
    deleteSigningKey: async (id) => remove(t.signingKeys, id),
    rotateLinkKey: async (next) => {
      const before = t.linkKeys;
      undo.push(() => {
        t.linkKeys = before;
      });
      t.linkKeys = [next, ...before].slice(0, 2);
    },
    putDeskNote: async (name, value) => put(t.deskNotes, name, value),
    lockDesk: async () => undefined,
    insertConversation: async (conversation) => {
      const { userId, referenceId } = conversation;
      const taken =
        referenceId !== null &&
        find(t.conversations.values(), (c) => c.userId === userId && c.referenceId === referenceId);
      if (taken) return false;
      put(t.conversations, conversation.id, conversation);
      return true;
    },
    updateConversation: async (id, fields) => change(t.conversations, id, fields),
    insertMessage: async (message) => {
      const list = t.messages.get(message.conversationId) ?? [];
      const taken = message.referenceId !== null && list.some((m) => m.referenceId === message.referenceId);
      if (taken) throw new Error('The conversation has a message with this referenceId');
      const newest = list.at(-1);
      if (newest && newest.received >= message.received) throw new Error('received must increase');
      list.push(copy(message));
      t.messages.set(message.conversationId, list);
      undo.push(() => list.pop());
    },
    updateMessage: async (id, { body, type }) => {
      for (const list of t.messages.values()) {
        const at = list.findIndex((m) => m.id === id);
        const before = list[at];
        if (!before) continue;
        list[at] = { ...before, ...(type && { type }), body: copy(body) };
        undo.push(() => list.splice(at, 1, before));
      }
    },
    insertAttachment: async (attachment) => put(t.attachments, attachment.id, attachment),
    updateAttachment: async (id, fields) => change(t.attachments, id, fields),
    insertHappening: async (happening) => {
      const { conversationId, kind, referenceId } = happening;
      const taken =
        referenceId !== null &&
        find(
          t.happenings.values(),
          (h) => h.conversationId === conversationId && h.kind === kind && h.referenceId === referenceId,
        );
      if (taken) return false;
      put(t.happenings, happening.id, happening);
      return true;
    },
    deleteHappening: async (id) => void remove(t.happenings, id),
    insertSettingsVersion: async (version) => {
      const key = String(version.version);
      if (t.settingsVersions.has(key)) throw new Error('the version is taken');
      put(t.settingsVersions, key, version);
    },
    deleteSettingsVersions: async (upTo) => {
      for (const [key, { version }] of t.settingsVersions)
        if (version <= upTo) remove(t.settingsVersions, key);
    },
    addToBlips: async (blips) => {
      for (const row of blips) {
        const count = (t.blips.get(blipKey(row))?.count ?? 0) + row.count;
        put(t.blips, blipKey(row), { ...row, count });
      }
    },
    deleteBlips: async (upTo) => {
      for (const [key, { day }] of t.blips) if (day <= upTo) remove(t.blips, key);
    },
    addErrorReport: async (report) => {
      const { count, firstAt, level, operation } = t.errorReports.get(report.fingerprint) ?? {
        ...report,
        count: 0,
      };
      put(t.errorReports, report.fingerprint, {
        ...report,
        level,
        operation,
        firstAt,
        count: count + report.count,
      });
    },
    trimErrorReports: async (most) => {
      for (const { fingerprint } of newestReports(t).slice(most)) remove(t.errorReports, fingerprint);
    },
    insertPicture: async (picture) => put(t.pictures, picture.id, picture),
    deletePictures: async (ids) => {
      for (const id of ids) remove(t.pictures, id);
    },
    putSavedReply: async (reply) => put(t.savedReplies, reply.id, reply),
    deleteSavedReply: async (id) => remove(t.savedReplies, id),
    putSavedView: async (view) => put(t.savedViews, view.id, view),
    deleteSavedView: async (id) => void remove(t.savedViews, id),
    deleteSavedViewsOf: async (agentId) => {
      for (const view of [...t.savedViews.values()])
        if (view.agentId === agentId) remove(t.savedViews, view.id);
    },
    addToCampaign: async ({ campaignId, seen, dismissed }) => {
      const known = t.campaignCounts.get(campaignId) ?? { seen: 0, dismissed: 0 };
      const next = { campaignId, seen: known.seen + seen, dismissed: known.dismissed + dismissed };
      put(t.campaignCounts, campaignId, next);
    },
    insertCampaignVisit: async (visit) => {
      const key = visitKey(visit);
      if (t.campaignVisits.has(key)) return false;
      put(t.campaignVisits, key, visit);
      return true;
    },
    answerCampaign: async ({ answeredAt, ...visit }) =>
      change(t.campaignVisits, visitKey(visit), { answeredAt }),
    putWait: async (wait) => put(t.waits, wait.conversationId, wait),
    insertLinkRequest: async (request) => put(t.linkRequests, request.code, request),
    updateLinkRequest: async (code, fields) => change(t.linkRequests, code, fields),
    insertPublications: async (rows, createdAt) => {
      for (const row of rows) {
        t.publicationPlace += 1;
        put(t.publications, row.id, { ...row, createdAt, place: t.publicationPlace });
      }
    },
    takePublications: async ({ before, limit }) => {
      const oldest = [...t.publications.values()]
        .filter(({ createdAt }) => createdAt < before || createdAt > before + 60_000)
        .toSorted((a, b) => a.place - b.place)
        .slice(0, limit);
      for (const { id } of oldest) remove(t.publications, id);
      return oldest.map(({ id, publication }) => copy({ id, publication }));
    },
    deletePublications: async (ids) => {
      for (const id of ids) remove(t.publications, id);
    },
    lockUser: async (id) => copyOr(t.users.get(id)),
    lockConversation: async (id) => {
      const conversation = t.conversations.get(id);
      const user = conversation && t.users.get(conversation.userId);
      return conversation && user && { conversation: copy(conversation), user: copy(user) };
    },
  };
};
