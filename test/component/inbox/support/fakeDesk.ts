import type { Followed } from '../../../../examples/support-desk/inbox/model/acts';
import type { ApiFailure, ApiResult } from '../../../../examples/support-desk/inbox/model/apiResult';
import { decodeEvents } from '../../../../examples/support-desk/inbox/model/decodeEvents';
import type { Happening } from '../../../../examples/support-desk/inbox/model/decodeHappenings';
import type { AgentApi, Route, UploadOptions } from '../../../../examples/support-desk/inbox/services/api';
import type { ListQuery } from '../../../../examples/support-desk/inbox/services/listQuery';
import type { LiveOptions } from '../../../../examples/support-desk/inbox/services/live';
import type { Sent as SentMessage } from '../../../../examples/support-desk/inbox/services/sendApi';
import { createAgentChannels } from '../../../../examples/support-desk/server/realtime/agentChannels';
import type { AgentConversation } from '../../../../examples/support-desk/shared/answers/conversations';
import type { AgentEvent } from '../../../../examples/support-desk/shared/answers/events';
import type {
  AgentInsightsAnswer,
  AgentRating,
  AgentTeamInsightsAnswer,
} from '../../../../examples/support-desk/shared/answers/insights';
import type { AgentMessage } from '../../../../examples/support-desk/shared/answers/messages';
import type {
  AgentMergedVisitor,
  AgentMergeSide,
  AgentPerson,
  AgentPersonAnswer,
  AgentReach,
  AgentVisitorChange,
  AgentVisitorNote,
} from '../../../../examples/support-desk/shared/answers/people';
import type { AttendingAgent } from '../../../../examples/support-desk/shared/answers/work';
import type { FollowUpBody } from '../../../../examples/support-desk/shared/bodies/acts';
import type { AgentActivityBody } from '../../../../examples/support-desk/shared/bodies/conversations';
import type { AgentSendBody } from '../../../../examples/support-desk/shared/bodies/messages';
import type { AgentCorrectionBody } from '../../../../examples/support-desk/shared/bodies/visitors';
import type { AgentPresenceBody } from '../../../../examples/support-desk/shared/bodies/work';
import { AGENT_LIST_CHANNEL, conversationChannel } from '../../../../examples/support-desk/shared/channels';
import { FakeAccounts } from './fakeAccounts';
import { FakeCalls } from './fakeCalls';
import { FakeEmails } from './fakeEmails';
import { FakeIntegrations } from './fakeIntegrations';
import { FakeSavedReplies } from './fakeSavedReplies';
import { FakeSettings } from './fakeSettings';
import { FakeViews } from './fakeViews';

export const T0 = 1_760_000_000;

export const conversation = (id: string, extra: Partial<AgentConversation> = {}): AgentConversation => ({
  _id: id,
  displayName: `Visitor ${id}`,
  nameFrom: 'login',
  status: 'active',
  tags: [],
  fields: [],
  createdAt: T0,
  lastUpdatedAt: T0,
  unreadCount: 0,
  visitor: { appUserId: `user-${id}` },
  ...extra,
});

export const person = (id: string, extra: Partial<AgentPerson> = {}): AgentPerson => ({
  displayName: `Person ${id}`,
  nameFrom: 'page',
  createdAt: T0,
  devices: 1,
  ...extra,
  visitor: { appUserId: id, ...extra.visitor },
});

export const message = (id: string, extra: Partial<AgentMessage> = {}): AgentMessage => ({
  _id: id,
  type: 'text',
  role: 'appUser',
  received: T0,
  text: `text of ${id}`,
  ...extra,
});

type Sent = { conversationId: string; body: AgentSendBody };
type Activity = { conversationId: string; body: AgentActivityBody };

const NO_COUNTS = { begun: 0, answered: 0, sent: 0, closed: 0, good: 0, bad: 0 };

/**
 * An in-memory desk that answers like the agent API and can be told to fail. `received` grows with each
 * message. Replies with the same `referenceId` are stored once.
 */
export class FakeDesk {
  conversations: AgentConversation[] = [];
  messages = new Map<string, AgentMessage[]>();
  sent: Sent[] = [];
  /** The pictures uploaded for items of messages: the conversation and the type. */
  pictures: string[][] = [];
  activities: Activity[] = [];
  listFailure: ApiFailure | undefined;
  sendFailure: ApiFailure | undefined;
  /** How long a busy desk asks to wait, in seconds. */
  waitS: number | undefined;
  /** The error text that goes with `sendFailure`. */
  sendReason: string | undefined;
  /** The queries of filtered list requests. */
  queries: ListQuery[] = [];
  happenings = new Map<string, Happening[]>();
  routes: { conversationId: string; to: Route }[] = [];
  /** The notes that the inbox has tried to write. */
  notes: { id: string; text: string; mentions: string[]; referenceId?: string }[] = [];
  noteFailure: ApiFailure | undefined;
  /** What the inbox has said that its agent does, and who attends to each conversation. */
  attended: { conversationId: string; state: string }[] = [];
  attending: AttendingAgent[] = [];
  /** How often the inbox has asked for the counts. */
  counted = 0;
  routeFailure: ApiFailure | undefined;
  /** What was asked after stored replies, and which acts are refused in which words. */
  followUps: { messageId: string; body: FollowUpBody }[] = [];
  actRefusals = new Map<string, string>();
  followFailure: ApiFailure | undefined;
  /** What was done to many conversations by one call, and why the desk refuses some. */
  manyAsked: { act: string; ids: string[]; until?: number }[] = [];
  manyRefusals = new Map<string, string>();
  tagFailure: ApiFailure | undefined;
  tagReason: string | undefined;
  ticketFields: { id: string; title: string }[] = [];
  /** The channels that agents have disconnected. */
  unlinked: { appUserId: string; clientId: string }[] = [];
  unlinkFailure: ApiFailure | undefined;
  /** The list of all visitors, and the texts it was searched for. */
  people: AgentPerson[] = [];
  searchedPeople: string[] = [];
  visitorNotes: AgentVisitorNote[] = [];
  visitorChanges: AgentVisitorChange[] = [];
  mergedVisitors: AgentMergedVisitor[] = [];
  sameAddress = 0;
  mergeRefused: string | undefined;
  /** The merges that were asked for: who stays, and the other. */
  readonly merges: [string, string][] = [];
  reach: AgentReach = { browsers: 1, channels: 0, atLogin: false };
  corrected: AgentCorrectionBody[] = [];
  peopleFailure: ApiFailure | undefined;
  /** The visitors whose data agents have exported. */
  exported: string[] = [];
  exportFailure: ApiFailure | undefined;
  deleteFailure: ApiFailure | undefined;
  /** What the deletion of a visitor waits for. */
  deleting: Promise<void> = Promise.resolve();
  /** What the inbox has told of itself. */
  presence: AgentPresenceBody[] = [];
  /** The periods that were asked for, in days. */
  periods: number[] = [];
  insights: AgentInsightsAnswer = {
    ratings: { good: 0, bad: 0 },
    days: [],
    pages: [],
    errors: [],
    counted: { views: true, errors: true },
  };
  teamInsights: AgentTeamInsightsAnswer = {
    period: { from: '2027-01-09', to: '2027-01-15', timeZone: 'Europe/Berlin' },
    before: { from: '2027-01-02', to: '2027-01-08', ...NO_COUNTS },
    all: NO_COUNTS,
    agents: [],
    tags: [],
    hours: Array.from({ length: 7 }, () => Array<number>(24).fill(0)),
  };
  ratings: AgentRating[] = [];
  insightsFailure: ApiFailure | undefined;
  /** Pending uploads. Each waits until the test finishes it. */
  uploads: { file: File; body: AgentSendBody; options: UploadOptions; finish(failure?: ApiFailure): void }[] =
    [];
  /** Whether to store a reply and yet report a failure, as when the answer is lost. */
  loseAnswers = false;
  /** Whether the realtime echo reaches the agent before or after the answer to the send. */
  echo: 'before' | 'after' | 'none' = 'before';
  pageSize = 50;
  /** How many conversations an answer lists. */
  listSize = 200;
  live: LiveOptions | undefined;
  restarts = 0;
  private clock = T0 + 1000;

  add(
    id: string,
    extra: Partial<AgentConversation> = {},
    messages: AgentMessage[] = [message(`m-${id}`)],
  ): void {
    this.messages.set(id, messages);
    const last = messages.at(-1);
    this.conversations.push(
      conversation(id, { lastMessage: last, lastUpdatedAt: last?.received ?? T0, ...extra }),
    );
  }

  of(id: string): AgentConversation {
    const found = this.conversations.find((c) => c._id === id);
    if (!found) throw new Error(`The fake desk has no conversation ${id}`);
    return found;
  }

  private answerOf(person: AgentPerson): AgentPersonAnswer {
    const { visitorChanges: changes, reach, mergedVisitors: merged, sameAddress } = this;
    return { person, changes, reach, merged, sameAddress };
  }

  private sideOf(id: string | undefined): AgentMergeSide | undefined {
    const found = this.people.find(({ visitor }) => visitor.appUserId === id);
    return found && { person: found, merged: 0, browsers: 1, conversations: 1, notes: 0 };
  }

  private idsOf(appUserId: string): string[] {
    return this.conversations.filter((c) => c.visitor.appUserId === appUserId).map((c) => c._id);
  }

  private dataOf(appUserId: string) {
    const ids = this.idsOf(appUserId);
    const messages = ids.reduce((sum, id) => sum + (this.messages.get(id)?.length ?? 0), 0);
    return { conversations: ids.length, messages, files: 1, bytes: 1_500_000 };
  }

  /** Deletes conversations, and tells all inboxes. */
  deletes(conversationIds: string[]): void {
    this.conversations = this.conversations.filter((c) => !conversationIds.includes(c._id));
    for (const id of conversationIds) this.messages.delete(id);
    this.emit({ type: 'conversations:deleted', conversationIds });
  }

  /** The conversation whose channel the inbox hears beside the list. */
  followed: string | undefined;

  /** Tells the inbox what it hears of an event. The next row of the same conversation follows at once. */
  readonly emit: (event: AgentEvent) => void = createAgentChannels(
    {
      hears: () => true,
      publish: (channel, data) => {
        if (channel !== AGENT_LIST_CHANNEL && channel !== conversationChannel(`${this.followed}`)) return;
        for (const event of decodeEvents(JSON.parse(JSON.stringify(data)))) this.live?.onEvent(event);
      },
    },
    {
      after: (_ms, task) => {
        let wanted = true;
        queueMicrotask(() => wanted && task());
        return () => {
          wanted = false;
        };
      },
    },
  );

  /** Adds a message from the visitor. Agents receive it unless the connection is `deaf`. */
  visitorWrites(
    id: string,
    text: string,
    options: { deaf?: boolean; messageId?: string } = {},
  ): AgentMessage {
    const stored = this.store(id, message(options.messageId ?? `v${this.clock}`, { text }));
    const c = this.of(id);
    c.unreadCount += 1;
    if (!options.deaf) this.emit({ type: 'message', conversation: c, message: stored });
    return stored;
  }

  private store(id: string, incoming: AgentMessage): AgentMessage {
    this.clock += 1;
    const stored = { ...incoming, received: this.clock };
    this.messages.get(id)?.push(stored);
    const c = this.of(id);
    c.lastMessage = stored;
    c.lastUpdatedAt = stored.received;
    return stored;
  }

  private select({ view, assigneeId, search, tag }: ListQuery = {}): AgentConversation[] {
    const word = search?.toLowerCase();
    return this.conversations.flatMap((c) => {
      if (tag !== undefined && !c.tags.includes(tag)) return [];
      const blocked = c.visitor.blocked === true;
      const ownId = this.accounts.agent.id;
      if (view === 'mentions' && !c.mentions?.includes(ownId)) return [];
      if (view && view !== 'mentions' && blocked !== (view === 'blocked')) return [];
      const isSnoozed = c.status === 'active' && c.snoozed !== undefined;
      const isOfAll = view && ['mentions', 'closed', 'blocked'].includes(view);
      if (view && !isOfAll && isSnoozed !== (view === 'snoozed')) return [];
      if (view === 'queued' && c.routingStatus !== 'queued') return [];
      if (view === 'closed' && c.status !== 'idle') return [];
      if ((view === 'open' || view === 'unassigned') && c.status === 'idle') return [];
      if (view === 'unassigned' && c.assignee !== undefined) return [];
      if (view === 'assigned' && (c.status === 'idle' || c.assigneeId !== assigneeId)) return [];
      if (word === undefined) return [c];
      const match = this.messages.get(c._id)?.findLast((m) => m.text?.toLowerCase().includes(word));
      const matchedNote = this.happenings
        .get(c._id)
        ?.findLast(({ kind, text }) => kind === 'note' && text?.toLowerCase().includes(word))?.text;
      const words = [c.displayName, ...c.tags, c.visitor.currentTitle, c.visitor.currentUrl];
      const isNamed = words.some((one) => one?.toLowerCase().includes(word));
      return match || matchedNote || isNamed ? [{ ...c, match, matchedNote }] : [];
    });
  }

  /** Changes an agent's message. */
  private changed(id: string, messageId: string, fields: object): ApiResult<AgentMessage> {
    const list = this.messages.get(id) ?? [];
    const known = list.find(({ _id }) => _id === messageId);
    if (!known) return { ok: false, failure: 'notFound' };
    const grown = Number(known.grown ?? 0) + 1;
    const next = { ...known, ...fields, grown, grownAt: 1 };
    this.messages.set(id, list.with(list.indexOf(known), next));
    return { ok: true, value: next };
  }

  private accept(id: string, body: AgentSendBody): AgentMessage {
    const { referenceId } = body;
    const known =
      referenceId !== undefined && this.messages.get(id)?.find((m) => m.referenceId === referenceId);
    if (known) return known;
    return this.store(
      id,
      message(`a${this.clock}`, {
        text: undefined,
        name: this.accounts.agent.name,
        authorId: this.accounts.agent.id,
        ...body,
        role: 'appMaker',
      }),
    );
  }

  readonly accounts = new FakeAccounts();
  readonly integrations = new FakeIntegrations();
  readonly emails = new FakeEmails();
  readonly settings = new FakeSettings(() => this.accounts.agent.name);
  readonly calls = new FakeCalls();
  readonly views = new FakeViews(() => this.emit({ type: 'views' }));
  readonly savedReplies = new FakeSavedReplies(() => this.emit({ type: 'saved-replies' }));
  /** Conversations that the list does not have and the desk knows. */
  unlisted: AgentConversation[] = [];
  oneFailure: ApiFailure | undefined;

  readonly api: AgentApi = {
    signIn: this.accounts.signIn,
    account: this.accounts.account,
    team: this.accounts.teamApi,
    integrations: this.integrations.api,
    emails: this.emails.api,
    many: async ({ act, conversations, agentId, tag, until }) => {
      this.manyAsked.push({
        act,
        ids: conversations.map(({ id }) => id),
        ...(until !== undefined && { until }),
      });
      if (this.routeFailure) return { ok: false, failure: this.routeFailure };
      const results = conversations.map(({ id }) => {
        const c = this.of(id);
        const refusal = this.manyRefusals.get(id);
        if (refusal) return { id, refusal };
        if (act === 'close') c.status = 'idle';
        if (act === 'snooze') c.snoozed = { until };
        if (act === 'tag' && tag) c.tags.push(tag);
        if (act === 'assign') Object.assign(c, { assigneeId: agentId, routingStatus: 'assigned' });
        if (act === 'block') c.visitor.blocked = true;
        return { id, conversation: structuredClone(c) };
      });
      return { ok: true, value: results };
    },
    changing: {
      edit: async (conversationId, id, body) => this.changed(conversationId, id, { ...body, edited: 1 }),
      remove: async (conversationId, id) => this.changed(conversationId, id, { edited: 1, deleted: true }),
    },
    settings: this.settings.api,
    calls: this.calls.api,
    savedReplies: this.savedReplies.api,
    views: this.views.api,
    conversation: async (id) => {
      if (this.oneFailure) return { ok: false, failure: this.oneFailure };
      const found = [...this.conversations, ...this.unlisted].find((c) => c._id === id);
      return found ? { ok: true, value: structuredClone(found) } : { ok: false, failure: 'notFound' };
    },
    presence: async (body) => {
      this.presence.push(body);
      return { ok: true, value: undefined };
    },
    session: async () => {
      const { agent, signedIn } = this.accounts;
      if (!signedIn) return { ok: false, failure: 'unauthorized' };
      return {
        ok: true,
        value: {
          agent: { ...agent },
          inboxName: 'Support',
          realtime: { baseUrl: 'https://desk.example/faye' },
        },
      };
    },
    conversations: async (query) => {
      // The list without any filter is asked for again and again.
      if (query?.view !== 'open' || query.tag || query.sort || query.after) this.queries.push(query ?? {});
      if (this.listFailure) return { ok: false, failure: this.listFailure, waitS: this.waitS };
      const all = this.select(query);
      const rest = all.slice(all.findIndex((c) => c._id === query?.after) + 1);
      const page = structuredClone(rest.slice(0, this.listSize));
      const hasMore = rest.length > page.length;
      const next = hasMore ? page.at(-1)?._id : undefined;
      return { ok: true, value: { conversations: page, hasMore, next } };
    },
    insights: {
      visits: async (period) => {
        if ('days' in period) this.periods.push(period.days);
        return this.insightsFailure
          ? { ok: false, failure: this.insightsFailure }
          : { ok: true, value: structuredClone(this.insights) };
      },
      team: async () => ({ ok: true, value: structuredClone(this.teamInsights) }),
      ratings: async () => ({ ok: true, value: { ratings: structuredClone(this.ratings) } }),
      pages: async () => ({
        ok: true,
        value: { pages: [{ page: 'https://shop.example/%C3%A4?size=9', conversations: 2 }] },
      }),
      csv: async () => ({ ok: true, value: new Blob(['day']) }),
    },
    tag: async (id, change) => {
      if (this.tagFailure) return { ok: false, failure: this.tagFailure, reason: this.tagReason };
      const c = this.of(id);
      c.tags = c.tags.filter((tag) => tag !== change.remove);
      if (change.add !== undefined) c.tags.push(change.add);
      return { ok: true, value: structuredClone(c) };
    },
    ticketFields: async () => ({ ok: true, value: structuredClone(this.ticketFields) }),
    happenings: async (id) => ({ ok: true, value: structuredClone(this.happenings.get(id) ?? []) }),
    route: async (conversationId, to, { agentId = this.accounts.agent.id, seen, until } = {}) => {
      this.routes.push({ conversationId, to });
      if (this.routeFailure) return { ok: false, failure: this.routeFailure };
      const written = this.messages.get(conversationId)?.findLast(({ role }) => role === 'appUser')?.received;
      if ((to === 'close' || to === 'snooze') && seen && written !== undefined && written > seen.received)
        return { ok: false, failure: 'conflict' };
      const c = this.of(conversationId);
      c.snoozed = to === 'snooze' ? { until } : undefined;
      if (to === 'snooze' || to === 'wake') return { ok: true, value: structuredClone(c) };
      c.status = to === 'close' ? 'idle' : 'active';
      c.routingStatus = to === 'assign' ? 'assigned' : to === 'queue' ? 'queued' : undefined;
      const { agent, team, bots } = this.accounts;
      if (to === 'close' || to === 'reopen') return { ok: true, value: structuredClone(c) };
      c.assigneeId = to === 'assign' ? agentId : undefined;
      c.isHandledByBot = (to === 'assign' && bots.some(({ id }) => id === agentId)) || undefined;
      const all = [agent, ...team, ...bots];
      c.assignee = to === 'assign' ? all.find(({ id }) => id === agentId)?.name : undefined;
      return { ok: true, value: structuredClone(c) };
    },
    note: async (id, { text, mentions = [], referenceId }) => {
      this.notes.push({ id, text, mentions, referenceId });
      if (this.noteFailure) return { ok: false, failure: this.noteFailure };
      this.clock += 1;
      const author = { id: this.accounts.agent.id, name: this.accounts.agent.name };
      const note = {
        id: `note-${this.clock}`,
        kind: 'note' as const,
        received: this.clock,
        text,
        author,
        mentions,
      };
      this.happenings.set(id, [...(this.happenings.get(id) ?? []), note]);
      return { ok: true, value: structuredClone(note) };
    },
    attending: async (conversationId, body) => {
      this.attended.push({ conversationId, ...body });
      return { ok: true, value: structuredClone(this.attending) };
    },
    counts: async () => {
      this.counted += 1;
      const count = (query: ListQuery): number => this.select(query).length;
      return {
        ok: true,
        value: {
          unassigned: count({ view: 'unassigned' }),
          mine: count({ view: 'assigned', assigneeId: this.accounts.agent.id }),
          mentions: this.conversations.filter((c) => c.mentioned?.includes(this.accounts.agent.id)).length,
          open: count({ view: 'open' }),
          snoozed: count({ view: 'snoozed' }),
          closed: count({ view: 'closed' }),
          moreClosed: false,
          views: this.views.counts(),
          refusedEmails: {
            all: this.emails.refused.length,
            acceptable: this.emails.refused.filter(({ canAccept }) => canAccept).length,
          },
        },
      };
    },
    visitors: {
      people: async (search, after) => {
        this.searchedPeople.push(search);
        if (this.peopleFailure) return { ok: false, failure: this.peopleFailure };
        const found = this.people.filter(({ displayName }) =>
          displayName.toLowerCase().includes(search.toLowerCase()),
        );
        const from = Number(after ?? 0);
        const next = from + this.pageSize;
        return {
          ok: true,
          value: { people: found.slice(from, next), next: next < found.length ? String(next) : undefined },
        };
      },
      person: async (appUserId) => {
        const value = this.people.find(({ visitor }) => visitor.appUserId === appUserId);
        return value
          ? {
              ok: true,
              value: structuredClone(this.answerOf(value)),
            }
          : { ok: false, failure: 'notFound' };
      },
      merging: async (appUserId, otherId) => {
        const [kept, other] = [appUserId, otherId].map((id) => this.sideOf(id));
        return kept && other
          ? { ok: true, value: { kept, other, refused: this.mergeRefused } }
          : { ok: false, failure: 'notFound' };
      },
      merge: async (keptId, otherId) => {
        this.merges.push([keptId, otherId]);
        const [kept, other] = [keptId, otherId].map((id) => this.sideOf(id)?.person);
        if (!kept || !other) return { ok: false, failure: 'notFound' };
        this.mergedVisitors = [...this.mergedVisitors, { person: other, at: T0, by: 'Ada' }];
        this.people = this.people.filter(({ visitor }) => visitor.appUserId !== otherId);
        return { ok: true, value: this.answerOf(kept) };
      },
      separate: async (appUserId, mergedId) => {
        const kept = this.sideOf(appUserId)?.person;
        if (!kept) return { ok: false, failure: 'notFound' };
        this.mergedVisitors = this.mergedVisitors.filter(
          ({ person: { visitor } }) => visitor.appUserId !== mergedId,
        );
        return { ok: true, value: this.answerOf(kept) };
      },
      write: async (appUserId, { text }) => {
        if (this.peopleFailure) return { ok: false, failure: this.peopleFailure };
        this.add('begun', { visitor: { appUserId } }, [message('first', { role: 'appMaker', text })]);
        return { ok: true, value: structuredClone(this.conversations.find(({ _id }) => _id === 'begun')) };
      },
      notes: async () => ({ ok: true, value: structuredClone(this.visitorNotes) }),
      note: async (_appUserId, { noteId, text }) => {
        if (this.peopleFailure) return { ok: false, failure: this.peopleFailure };
        const known = this.visitorNotes.find(({ _id }) => _id === noteId);
        if (text === undefined) this.visitorNotes = this.visitorNotes.filter((one) => one !== known);
        else if (known) Object.assign(known, { text, editedAt: T0 });
        else
          this.visitorNotes.push({
            _id: `note-${this.visitorNotes.length}`,
            createdAt: T0,
            text,
            author: { id: 'ada', name: 'Ada' },
          });
        return { ok: true, value: undefined };
      },
      correct: async (appUserId, body) => {
        if (this.peopleFailure) return { ok: false, failure: this.peopleFailure };
        this.corrected.push(body);
        return this.api.visitors.person(appUserId);
      },
      conversations: async (appUserId) => ({
        ok: true,
        value: structuredClone(this.conversations.filter((c) => c.visitor.appUserId === appUserId)),
      }),
      setBlocked: async (appUserId, blocked) => {
        for (const c of this.conversations)
          if (c.visitor.appUserId === appUserId) c.visitor.blocked = blocked || undefined;
        this.emit({ type: 'visitor:blocked', appUserId, blocked });
        return { ok: true, value: undefined };
      },
      data: async (appUserId) => ({ ok: true, value: this.dataOf(appUserId) }),
      export: async (appUserId) => {
        this.exported.push(appUserId);
        if (this.exportFailure) return { ok: false, failure: this.exportFailure };
        return { ok: true, value: new Blob(['zip']) };
      },
      remove: async (appUserId) => {
        const value = this.dataOf(appUserId);
        const conversationIds = this.idsOf(appUserId);
        await this.deleting;
        if (this.deleteFailure) return { ok: false, failure: this.deleteFailure };
        this.deletes(conversationIds);
        return { ok: true, value };
      },
      unlink: async (appUserId, clientId) => {
        this.unlinked.push({ appUserId, clientId });
        if (this.unlinkFailure) return { ok: false, failure: this.unlinkFailure };
        return { ok: true, value: undefined };
      },
    },
    upload: (id, file, body, options) =>
      new Promise((resolve) => {
        options.signal.addEventListener('abort', () => resolve({ ok: false, failure: 'network' }));
        const finish = (failure?: ApiFailure) => {
          if (failure) return resolve({ ok: false, failure, reason: this.sendReason });
          const media = {
            type: file.type.startsWith('image/') ? 'image' : 'file',
            mediaUrl: `https://desk.example/${file.name}`,
            mediaSize: file.size,
            altText: file.name,
          };
          resolve({ ok: true, value: structuredClone(this.accept(id, { ...media, ...body })) });
        };
        this.uploads.push({ file, body, options, finish });
      }),
    uploadPicture: async (conversationId, picture) => {
      if (this.sendFailure) return { ok: false, failure: this.sendFailure, reason: this.sendReason };
      this.pictures.push([conversationId, picture.type]);
      return {
        ok: true,
        value: `https://desk.example/uploads/a-picture-${this.pictures.length}/picture.webp`,
      };
    },
    messages: async (id, before) => {
      const all = (this.messages.get(id) ?? []).filter(
        (m) => m.received < (before ?? Number.POSITIVE_INFINITY),
      );
      const page = structuredClone(all.slice(-this.pageSize));
      return { ok: true, value: { messages: page, hasPrevious: all.length > page.length } };
    },
    activity: async (conversationId, body) => {
      this.activities.push({ conversationId, body });
      if (body.type === 'conversation:read') {
        const c = this.of(conversationId);
        c.unreadCount = 0;
        c.businessLastRead = c.lastMessage?.received;
        c.mentioned = c.mentioned?.filter((one) => one !== this.accounts.agent.id);
      }
      return { ok: true, value: undefined };
    },
    send: async (conversationId, body): Promise<ApiResult<SentMessage>> => {
      this.sent.push({ conversationId, body });
      await Promise.resolve();
      if (this.sendFailure && !this.loseAnswers) {
        return { ok: false, failure: this.sendFailure, reason: this.sendReason, waitS: this.waitS };
      }
      const stored = this.accept(conversationId, body);
      const event: AgentEvent = { type: 'message', conversation: this.of(conversationId), message: stored };
      if (this.echo === 'before') this.emit(event);
      if (this.sendFailure) return { ok: false, failure: this.sendFailure };
      if (this.echo === 'after') setTimeout(() => this.emit(event), 0);
      const { followUp } = body;
      const followed = followUp && this.follow(conversationId, followUp);
      return { ok: true, value: structuredClone({ message: stored, followed }) };
    },
    followUp: async (id, messageId, body) => {
      this.followUps.push({ messageId, body });
      if (this.followFailure) return { ok: false, failure: this.followFailure };
      return { ok: true, value: structuredClone(this.follow(id, body)) };
    },
  };

  /** Does what follows a reply, except what `actRefusals` names. */
  private follow(id: string, { acts }: FollowUpBody): Followed {
    const c = this.of(id);
    const refused: Followed['refused'] = [];
    const messages: AgentMessage[] = [];
    for (const [index, act] of acts.entries()) {
      const description = this.actRefusals.get(act.act);
      if (description) refused.push({ index, description });
      else if (act.act === 'close') c.status = 'idle';
      else if (act.act === 'tag') c.tags.push(act.tag);
      else if (act.act === 'assign') c.assigneeId = act.agentId ?? this.accounts.agent.id;
      else if (act.act === 'snooze') c.snoozed = { until: act.until };
      else messages.push(this.accept(id, { type: 'image', altText: act.fileId }));
    }
    return { conversation: c, messages, refused };
  }

  activitiesOf(id: string): string[] {
    return this.activities.filter((a) => a.conversationId === id).map((a) => a.body.type);
  }
}
