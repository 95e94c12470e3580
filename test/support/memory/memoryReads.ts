import { randomUUID } from 'node:crypto';
import {
  isMessageFound,
  isNoteFound,
  isPersonFound,
  isVisitorFound,
} from '../../../examples/support-desk/server/domain/conversations/search';
import { waitOrder, waitsSince } from '../../../examples/support-desk/server/domain/conversations/waiting';
import type {
  AgentLink,
  AgentRow,
  AgentSession,
  AgentSignIn,
  ApiKeyRow,
  AuditRow,
  Ticket,
} from '../../../examples/support-desk/server/model/accountEntities';
import type {
  Attachment,
  Conversation,
  ConversationRow,
  Happening,
  InboxHit,
  Json,
  Message,
  Session,
  User,
  Wait,
} from '../../../examples/support-desk/server/model/entities';
import type {
  InboxCounts,
  InboxFilter,
  InboxView,
} from '../../../examples/support-desk/server/model/inboxEntities';
import type {
  BlipCount,
  CampaignFigures,
  CampaignVisit,
  ErrorReport,
} from '../../../examples/support-desk/server/model/insightEntities';
import type {
  Integration,
  PlacedDelivery,
  Webhook,
} from '../../../examples/support-desk/server/model/integrationEntities';
import type { MailText, PlacedMail } from '../../../examples/support-desk/server/model/mailEntities';
import { median } from '../../../examples/support-desk/server/model/median';
import type { Push, PushAlert, PushBrowser } from '../../../examples/support-desk/server/model/pushEntities';
import type {
  Picture,
  SavedReply,
  SavedView,
  SettingsVersion,
} from '../../../examples/support-desk/server/model/settingsEntities';
import type {
  LinkRequest,
  SigningKey,
  VisitorEntry,
} from '../../../examples/support-desk/server/model/visitorEntities';
import {
  type InboxPage,
  type InboxPlace,
  MOST_CLOSED,
  type Reads,
} from '../../../examples/support-desk/server/store/reads';
import type { StoredPublication } from '../../../examples/support-desk/server/store/writes';
import { createAccountReads } from './memoryAccounts';
import { createForgettingReads, spaceOf } from './memoryForgetting';
import { createIntegrationReads } from './memoryIntegrations';
import { createMailReads } from './memoryMails';
import { createPushReads } from './memoryPushes';
import { createMemoryTeamReads } from './memoryTeamFigures';

/** The tables of the memory store, each keyed by the rows' ids. */
export type Tables = {
  users: Map<string, User>;
  sessions: Map<string, Session>;
  signingKeys: Map<string, SigningKey>;
  /** The secret of links, and the one before. */
  linkKeys: string[];
  deskNotes: Map<string, string>;
  conversations: Map<string, Conversation>;
  /** By conversation, ascending by `received`. */
  messages: Map<string, Message[]>;
  attachments: Map<string, Attachment>;
  happenings: Map<string, Happening>;
  linkRequests: Map<string, LinkRequest>;
  visitorEntries: Map<string, VisitorEntry>;
  waits: Map<string, Wait>;
  settingsVersions: Map<string, SettingsVersion>;
  pictures: Map<string, Picture>;
  savedReplies: Map<string, SavedReply>;
  savedViews: Map<string, SavedView>;
  /** By `blipKey`. */
  blips: Map<string, BlipCount>;
  errorReports: Map<string, ErrorReport>;
  /** By campaign. */
  campaignCounts: Map<string, Pick<CampaignFigures, 'campaignId' | 'seen' | 'dismissed'>>;
  /** By campaign and conversation. */
  campaignVisits: Map<string, CampaignVisit>;
  publications: Map<string, StoredPublication & { place: number; createdAt: number }>;
  /** The place of the newest publication, which never comes again. */
  publicationPlace: number;
  upkeepNotes: { users?: string; files?: string };
  agents: Map<string, AgentRow>;
  agentSessions: Map<string, AgentSession>;
  agentLinks: Map<string, AgentLink>;
  agentSignIns: Map<string, AgentSignIn>;
  apiKeys: Map<string, ApiKeyRow>;
  tickets: Map<string, Ticket>;
  auditLog: Map<string, AuditRow>;
  /** By session. */
  pushBrowsers: Map<string, PushBrowser>;
  pushAlerts: Map<string, PushAlert>;
  /** By session and id. */
  pushes: Map<string, Push>;
  /** The place of the newest entry of the audit log, which never comes again. */
  auditPlace: number;
  integrations: Map<string, Integration>;
  webhooks: Map<string, Webhook>;
  deliveries: Map<string, PlacedDelivery>;
  /** The place of the newest delivery, which never comes again. */
  deliveryPlace: number;
  /** By message. */
  mailTexts: Map<string, MailText>;
  refusedMails: Map<string, PlacedMail>;
  /** The place of the newest refused mail, which never comes again. */
  refusedMailPlace: number;
};

export const blipKey = ({ day, kind, page }: BlipCount): string => `${day} ${kind} ${page}`;

export const visitKey = ({
  campaignId,
  conversationId,
}: Pick<CampaignVisit, 'campaignId' | 'conversationId'>): string => `${campaignId} ${conversationId}`;

export const newestReports = (t: Tables): ErrorReport[] =>
  [...t.errorReports.values()].sort(
    (a, b) => b.lastAt - a.lastAt || (a.fingerprint < b.fingerprint ? -1 : 1),
  );

export const createTables = (): Tables => ({
  users: new Map(),
  sessions: new Map(),
  signingKeys: new Map(),
  linkKeys: [randomUUID()],
  deskNotes: new Map(),
  conversations: new Map(),
  messages: new Map(),
  attachments: new Map(),
  happenings: new Map(),
  linkRequests: new Map(),
  visitorEntries: new Map(),
  waits: new Map(),
  settingsVersions: new Map(),
  pictures: new Map(),
  savedReplies: new Map(),
  savedViews: new Map(),
  blips: new Map(),
  errorReports: new Map(),
  campaignCounts: new Map(),
  campaignVisits: new Map(),
  publications: new Map(),
  publicationPlace: 0,
  upkeepNotes: {},
  agents: new Map(),
  agentSessions: new Map(),
  agentLinks: new Map(),
  agentSignIns: new Map(),
  apiKeys: new Map(),
  tickets: new Map(),
  auditLog: new Map(),
  pushBrowsers: new Map(),
  pushAlerts: new Map(),
  pushes: new Map(),
  auditPlace: 0,
  integrations: new Map(),
  webhooks: new Map(),
  deliveries: new Map(),
  deliveryPlace: 0,
  mailTexts: new Map(),
  refusedMails: new Map(),
  refusedMailPlace: 0,
});

const copyOf = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  // Rows are plain JSON; a body may have a field `__proto__`, which an assignment would not keep.
  if (Object.hasOwn(value, '__proto__')) return structuredClone(value);
  const made: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) made[key] = copyOf(inner);
  return made;
};

/** Copies a row. The fault tests copy millions, and `structuredClone` takes twice as long. */
export const copy = <T>(value: T): T => copyOf(value) as T;
export const copyOr = <T>(value: T | undefined): T | undefined => value && copy(value);

const newestFirst = (a: Conversation, b: Conversation): number =>
  b.lastUpdatedAt - a.lastUpdatedAt || (a.id < b.id ? 1 : -1);

/** What the list is ordered by, from the smallest on. */
const orderOf = ({ view, byWait }: Pick<InboxPage, 'view' | 'byWait'>): ((c: Conversation) => number) => {
  if (view?.kind === 'queued') return (c) => c.queuedAt ?? 0;
  return byWait ? waitOrder : (c) => -c.lastUpdatedAt;
};

const inOrder = (page: InboxPage) => {
  const by = orderOf(page);
  const ascending = page.view?.kind === 'queued' || page.byWait ? 1 : -1;
  return {
    compare: (a: Conversation, b: Conversation): number =>
      by(a) - by(b) || (a.id < b.id ? -1 : 1) * ascending,
    isBehind: (c: Conversation, { at, id }: InboxPlace): boolean => {
      const place = ascending === 1 ? at : -at;
      return by(c) > place || (by(c) === place && (ascending === 1 ? c.id > id : c.id < id));
    },
  };
};

const isSnoozed = (c: Conversation): boolean => c.status === 'active' && c.snoozedAt !== null;
const isOpen = (c: Conversation): boolean =>
  c.status === 'active' && c.messageCount > 0 && c.snoozedAt === null;

type Routed = Exclude<InboxView, { kind: 'mentions' }>;

const VIEWS: Record<Routed['kind'], (c: Conversation, view: Routed) => boolean> = {
  open: isOpen,
  unassigned: (c) => isOpen(c) && c.assignee === null,
  snoozed: isSnoozed,
  closed: (c) => c.status === 'idle' && c.messageCount > 0,
  queued: (c) => c.routingStatus === 'queued',
  assigned: (c, { assignee, assigneeId }) =>
    assigneeId === undefined
      ? c.routingStatus === 'assigned' &&
        c.snoozedAt === null &&
        (assignee === undefined || c.assignee === assignee)
      : isOpen(c) && c.assigneeId === assigneeId,
  blocked: () => true,
};

export const find = <T>(values: Iterable<T>, test: (value: T) => boolean): T | undefined => {
  for (const value of values) if (test(value)) return value;
  return undefined;
};

const hasAction = ({ body }: Message, actionId: string): boolean => {
  const actionsOf = (value: unknown) => ((value as Json).actions as Json[] | undefined) ?? [];
  const items = (body.items as Json[] | undefined) ?? [];
  return [body, ...items].flatMap(actionsOf).some((action) => action._id === actionId);
};

export const createReads = (t: Tables): Reads => {
  const row = (conversation: Conversation): ConversationRow => ({
    conversation: copy(conversation),
    lastMessage: copyOr(t.messages.get(conversation.id)?.find((m) => m.id === conversation.lastMessageId)),
  });
  const inboxRow = (conversation: Conversation) => {
    const user = t.users.get(conversation.userId);
    const person = copyOr(t.users.get(user?.mergedInto ?? ''));
    return user && { ...row(conversation), user: copy(user), person };
  };
  const notesOf = (conversationId: string): Happening[] =>
    [...t.happenings.values()].filter(
      ({ kind, ...note }) => kind === 'note' && note.conversationId === conversationId,
    );
  const found = (conversation: Conversation, search: string | undefined): InboxHit | undefined => {
    const hit = inboxRow(conversation);
    if (!hit || search === undefined) return hit;
    const match = t.messages.get(conversation.id)?.findLast((m) => isMessageFound(m, search));
    const matchedNote = notesOf(conversation.id).findLast((note) => isNoteFound(note, search));
    return match || matchedNote || isVisitorFound(conversation, hit, search)
      ? { ...hit, match, matchedNote }
      : undefined;
  };
  const isInView = (c: Conversation, view: InboxView | undefined): boolean => {
    if (!view) return true;
    if (view.kind === 'mentions') return [...c.mentions, ...c.mentioned].includes(view.agentId);
    const isBlocked = (t.users.get(c.userId)?.blockedAt ?? null) !== null;
    return isBlocked === (view.kind === 'blocked') && VIEWS[view.kind](c, view);
  };
  const isSelected = (c: Conversation, { view, assigneeId, tag, waitsBefore }: InboxFilter): boolean =>
    isInView(c, view) &&
    (assigneeId === undefined || c.assigneeId === assigneeId) &&
    (tag === undefined || c.tags.includes(tag)) &&
    (waitsBefore === undefined || (waitsSince(c) ?? Number.POSITIVE_INFINITY) <= waitsBefore);
  const message = (conversationId: string, test: (message: Message) => boolean): Message | undefined =>
    copyOr(t.messages.get(conversationId)?.find(test));
  return {
    ...createForgettingReads(t),
    ...createAccountReads(t),
    ...createIntegrationReads(t),
    ...createMailReads(t),
    ...createMemoryTeamReads(t),
    ...createPushReads(t),
    userById: async (id) => copyOr(t.users.get(id)),
    userByReference: async (referenceId) =>
      copyOr(find(t.users.values(), (u) => u.referenceId === referenceId)),
    userByExternalId: async (externalId) =>
      copyOr(find(t.users.values(), (u) => u.externalId === externalId)),
    sessionByHash: async (tokenHash) => {
      const session = t.sessions.get(tokenHash);
      const user = session && t.users.get(session.userId);
      return session && user && { session: copy(session), user: copy(user) };
    },
    linkKeys: async () => [...t.linkKeys],
    deskNote: async (name) => t.deskNotes.get(name),
    signingKeys: async () => [...t.signingKeys.values()].map(copy),
    conversationById: async (id) => copyOr(t.conversations.get(id)),
    conversationByReference: async (userId, referenceId) =>
      copyOr(find(t.conversations.values(), (c) => c.userId === userId && c.referenceId === referenceId)),
    conversationsOfUser: async (userId, { offset, limit }) =>
      [...t.conversations.values()]
        .filter((c) => c.userId === userId)
        .sort(newestFirst)
        .slice(offset, offset + limit)
        .map(row),
    inbox: async (page, signal) => {
      const { after, limit, empty, search } = page;
      signal?.throwIfAborted();
      const { compare, isBehind } = inOrder(page);
      return [...t.conversations.values()]
        .filter((c) => (empty || c.messageCount > 0) && isSelected(c, page))
        .filter((c) => !after || isBehind(c, after))
        .sort(compare)
        .flatMap((c) => found(c, search) ?? [])
        .slice(0, limit)
        .map((hit) => copy(hit));
    },
    people: async ({ after, limit, search }) =>
      [...t.users.values()]
        .filter((u) => (search === undefined ? u.mergedInto === null : isPersonFound(u, search)))
        .filter((u) => !after || u.createdAt < after.at || (u.createdAt === after.at && u.id < after.id))
        .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .map(copy),
    mergedInto: async (userId) =>
      [...t.users.values()]
        .filter((u) => u.mergedInto === userId)
        .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
        .map(copy),
    withAddress: async (email, limit) =>
      [...t.users.values()]
        .filter((u) => u.mergedInto === null && u.profile.email?.toLowerCase() === email.toLowerCase())
        .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .map(copy),
    visitorEntries: async (userId) =>
      [...t.visitorEntries.values()]
        .filter((entry) => entry.userId === userId)
        .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
        .map(copy),
    ownCounts: async (agentId, tag) => {
      const tagged = [...t.conversations.values()].filter((c) => tag === undefined || c.tags.includes(tag));
      return {
        mine: tagged.filter((c) => isInView(c, { kind: 'assigned', assigneeId: agentId })).length,
        mentions: tagged.filter((c) => c.messageCount > 0 && c.mentioned.includes(agentId)).length,
      };
    },
    filterCounts: async (filters) =>
      filters.map(
        (filter) =>
          [...t.conversations.values()].filter(
            (c) =>
              c.messageCount > 0 &&
              isSelected(c, filter) &&
              (filter.view?.kind !== 'mentions' || c.mentioned.includes(filter.view.agentId)),
          ).length,
      ),
    inboxCounts: async (tag): Promise<InboxCounts> => {
      const count = (view: InboxView): number =>
        [...t.conversations.values()].filter(
          (c) => isInView(c, view) && (tag === undefined || c.tags.includes(tag)),
        ).length;
      return {
        unassigned: count({ kind: 'unassigned' }),
        open: count({ kind: 'open' }),
        snoozed: count({ kind: 'snoozed' }),
        closed: Math.min(count({ kind: 'closed' }), MOST_CLOSED + 1),
      };
    },
    dueSnoozes: async (now, limit) =>
      [...t.conversations.values()]
        .filter((c) => isSnoozed(c) && c.snoozedUntil !== null && c.snoozedUntil <= now)
        .sort((a, b) => (a.snoozedUntil ?? 0) - (b.snoozedUntil ?? 0))
        .slice(0, limit)
        .map(({ id }) => id),
    inboxRow: async (id) => {
      const conversation = t.conversations.get(id);
      return conversation && inboxRow(conversation);
    },
    messages: async (conversationId, { before, limit }) => {
      const all = t.messages.get(conversationId) ?? [];
      const older = before === undefined ? all : all.filter((m) => m.received < before);
      return { messages: copy(older.slice(-limit)), hasPrevious: older.length > limit };
    },
    messagesAfter: async (conversationId, after, limit) =>
      copy((t.messages.get(conversationId) ?? []).filter((m) => m.received > after).slice(0, limit)),
    messageByReference: async (conversationId, referenceId) =>
      message(conversationId, (m) => m.referenceId === referenceId),
    messagesByReference: async (userId, referenceId) =>
      copy(
        [...t.conversations.values()]
          .filter((conversation) => conversation.userId === userId)
          .flatMap(({ id }) => t.messages.get(id) ?? [])
          .filter((m) => m.referenceId === referenceId),
      ),
    repeatsOf: async (userId, ids) => {
      const others = [...t.conversations.values()]
        .filter((conversation) => conversation.userId === userId && !ids.includes(conversation.id))
        .flatMap(({ id }) => t.messages.get(id) ?? []);
      return copy(
        ids
          .flatMap((id) => t.messages.get(id) ?? [])
          .filter(
            ({ role, referenceId }) =>
              role === 'appUser' &&
              referenceId !== null &&
              others.some((other) => other.referenceId === referenceId),
          ),
      );
    },
    messageById: async (conversationId, id) => message(conversationId, (m) => m.id === id),
    messageByAction: async (conversationId, actionId) =>
      message(conversationId, (m) => hasAction(m, actionId)),
    attachmentBytes: async (userId) => {
      const all = [...t.attachments.values()];
      if (userId === undefined) return spaceOf([...all, ...t.pictures.values()]);
      const isOwn = ({ conversationId, messageId }: Attachment): boolean => {
        const sent = t.messages.get(conversationId)?.find((m) => m.id === messageId);
        return sent?.role === 'appUser' && t.conversations.get(conversationId)?.userId === userId;
      };
      return spaceOf(all.filter(isOwn));
    },
    attachmentById: async (id) => copyOr(t.attachments.get(id)),
    happenings: async (conversationId, kind, limit) =>
      [...t.happenings.values()]
        .filter((h) => h.conversationId === conversationId && h.kind === kind)
        .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .map(copy),
    queuedBefore: async (queuedAt, conversationId) =>
      [...t.conversations.values()].filter(
        (c) =>
          c.routingStatus === 'queued' &&
          c.queuedAt !== null &&
          (c.queuedAt < queuedAt || (c.queuedAt === queuedAt && c.id < conversationId)),
      ).length,
    firstAnswerTimes: async (since, limit) =>
      [...t.conversations.values()]
        .flatMap(({ firstAskedAt, firstAnsweredAt }) =>
          firstAskedAt !== null && firstAnsweredAt !== null && firstAnsweredAt > since
            ? [{ firstAskedAt, firstAnsweredAt }]
            : [],
        )
        .sort((a, b) => b.firstAnsweredAt - a.firstAnsweredAt)
        .slice(0, limit)
        .map((c) => c.firstAnsweredAt - c.firstAskedAt),
    settingsVersions: async ({ before = Number.POSITIVE_INFINITY, limit }) =>
      [...t.settingsVersions.values()]
        .filter(({ version }) => version < before)
        .sort((a, b) => b.version - a.version)
        .slice(0, limit)
        .map(copy),
    settingsVersion: async (version) => copyOr(t.settingsVersions.get(String(version))),
    tagsInUse: async (tags) =>
      tags.filter((tag) => [...t.conversations.values()].some((c) => c.tags.includes(tag))),
    pictures: async () =>
      [...t.pictures.values()].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)).map(copy),
    pictureById: async (id) => copyOr(t.pictures.get(id)),
    savedReplies: async () =>
      [...t.savedReplies.values()].sort((a, b) => (a.shortcut < b.shortcut ? -1 : 1)).map(copy),
    savedViews: async (agentId) =>
      [...t.savedViews.values()]
        .filter((view) => view.agentId === null || view.agentId === agentId)
        .sort((a, b) => (a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1))
        .map(copy),
    firstAnswers: async (sinceDay, endDay) => {
      const all = new Map<number | null, number[]>();
      for (const { firstAskedAt: asked, firstAnsweredAt: answered } of t.conversations.values()) {
        const day = Math.floor((asked ?? -1) / 86_400_000);
        if (asked === null || answered === null || day < sinceDay || day >= endDay) continue;
        for (const key of [day, null]) all.set(key, [...(all.get(key) ?? []), answered - asked]);
      }
      return [...all].map(([day, times]) => ({ day, median: median(times) ?? 0 }));
    },
    ratings: async (since, until) => {
      const rated = [...t.conversations.values()].filter(
        ({ ratedAt }) => ratedAt !== null && ratedAt >= since && ratedAt < until,
      );
      const of = (score: string) => rated.filter(({ rating }) => rating?.score === score).length;
      return { good: of('good'), bad: of('bad') };
    },
    blips: async (sinceDay) => [...t.blips.values()].filter(({ day }) => day >= sinceDay).map(copy),
    errorReports: async (limit) => newestReports(t).slice(0, limit).map(copy),
    campaignFigures: async () => {
      const visits = [...t.campaignVisits.values()];
      const ids = new Set([...t.campaignCounts.keys(), ...visits.map((visit) => visit.campaignId)]);
      return [...ids].sort().map((campaignId) => {
        const mine = visits.filter((visit) => visit.campaignId === campaignId);
        const { seen = 0, dismissed = 0 } = t.campaignCounts.get(campaignId) ?? {};
        const answered = mine.filter((visit) => visit.answeredAt !== null).length;
        return { campaignId, seen, dismissed, opened: mine.length, answered };
      });
    },
    conversationIdsAssignedTo: async (assigneeId, waitsBefore = Infinity) =>
      [...t.conversations.values()]
        .filter((one) => one.assigneeId === assigneeId && one.status === 'active')
        .filter((one) => waitsBefore === Infinity || (waitsSince(one) ?? Infinity) <= waitsBefore)
        .map(({ id }) => id)
        .toSorted(),
    waitOf: async (id) => copyOr(t.waits.get(id)),
    dueWaits: async (what, now, limit) =>
      [...t.waits.values()]
        .filter((wait) => (wait[what] ?? Infinity) <= now)
        .toSorted((a, b) => (a[what] ?? 0) - (b[what] ?? 0))
        .slice(0, limit)
        .map(copy),
    waitingEmails: async () => [...t.waits.values()].filter(({ mailAt }) => mailAt !== null).length,
    waitingPublications: async () => t.publications.size,
    linkRequest: async (code) => copyOr(t.linkRequests.get(code)),
    openLinkRequest: async (userId, integrationId, now) =>
      copyOr(
        [...t.linkRequests.values()].findLast(
          (r) =>
            r.userId === userId &&
            r.integrationId === integrationId &&
            r.status === 'open' &&
            r.expiresAt > now,
        ),
      ),
  };
};
