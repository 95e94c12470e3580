import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentConversation } from '../../shared/agentApi';
import type { ApiFailure } from '../apiResult';
import type { Live, LiveOptions, LiveState } from '../live';
import { createAgentName } from './agentName';
import { type Announcements, createAnnouncements } from './announcements';
import type { Attention } from './attention';
import { type Calls, createCalls } from './calls';
import { type Conversations, createConversations } from './conversations';
import type { Drafts } from './drafts';
import { createFinding, type Finding } from './finding';
import { createHearing } from './hearing';
import { createInsights, type Insights } from './insights';
import { createListing, type Listing } from './listing';
import { createNotes, type Notes } from './notes';
import { originsOf } from './origins';
import type { Outbox } from './outbox';
import { createQuotes } from './quotes';
import { createReading } from './reading';
import { createReplying, type Replying } from './replying';
import { createResending } from './resending';
import { createRouting, type Routing } from './routing';
import { createSavedReplies, type SavedReplies } from './savedReplies';
import type { SignedIn } from './session';
import { createSettings, type Settings } from './settings/settings';
import { createSteps } from './steps';
import { createTagging, type Tagging } from './tagging';
import { createTeam, type Team } from './team';
import { createMentioning, createTelling, createTellingMissed } from './telling';
import { createThread, type Thread } from './thread';
import { createOwnTyping, createVisitorTyping, type OwnTyping, type VisitorTyping } from './typing';
import { createVisitors, type Visitors } from './visitors';

/** The state of one signed-in agent. */
export type Workspace = Replying & {
  agentName: string;
  /** The origins of the desk's own files. */
  origins: readonly string[];
  conversations: Conversations;
  listing: Listing;
  routing: Routing;
  tagging: Tagging;
  calls: Calls;
  settings: Settings;
  savedReplies: SavedReplies;
  team: Team;
  notes: Notes;
  drafts: Drafts;
  /** Messages that the desk has not stored yet. */
  outbox: Outbox;
  announcements: Announcements;
  insights: Insights;
  ownTyping: OwnTyping;
  visitorTyping: VisitorTyping;
  connection: ReadonlySignal<LiveState>;
  activeId: ReadonlySignal<string | undefined>;
  active: ReadonlySignal<AgentConversation | undefined>;
  /** Looks for the open conversation where the list does not have it. */
  finding: Finding;
  thread: ReadonlySignal<Thread | undefined>;
  /** Opens a conversation; `undefined` closes the open one. */
  open(id: string | undefined): void;
  /** Opens the next or previous conversation of the list; with none open, the first or last. */
  step(by: 1 | -1): void;
  /** Opens the newest unread conversation other than the open one; returns whether it found one. */
  nextUnread(): boolean;
  visitors: Visitors;
  /** Fetches the list and the open conversation again. */
  catchUp(): Promise<void>;
  /** Reconnects at once, because the network is back. */
  reconnect(): void;
  /** Closes the live connection until `reconnect`: without a network, and as the back/forward cache requires. */
  pause(): void;
  dispose(): void;
};

export type WorkspaceDeps = {
  signedIn: SignedIn;
  drafts: Drafts;
  outbox: Outbox;
  /** Whether the agent can see the page. */
  visible: ReadonlySignal<boolean>;
  /** Draws the agent's attention to a visitor's new message. */
  attend: Attention['take'];
  connectLive(options: LiveOptions): Live;
  newId(): string;
  /** The agent's own name, for the settings' history. */
  ownName: { get(): string; set(name: string): void };
  onUnauthorized(): void;
};

export const createWorkspace = (deps: WorkspaceDeps): Workspace => {
  const { signedIn, drafts, outbox } = deps;
  const { api } = signedIn;
  const agentName = createAgentName(api, signedIn.name);
  const conversations = createConversations(api);
  const announcements = createAnnouncements();
  const visitorTyping = createVisitorTyping();
  const connection = signal<LiveState>('connecting');
  const activeId = signal<string | undefined>(undefined);
  const threads = new Map<string, Thread>();

  const fail = (failure: ApiFailure | undefined): void => {
    if (failure === 'unauthorized') deps.onUnauthorized();
  };
  const listing = createListing({ api, conversations, agentName: agentName.value, onFailure: fail });
  const routing = createRouting(api, conversations, agentName.value, fail);
  const tagging = createTagging(api, conversations, fail);
  const calls = createCalls({
    api: api.calls,
    get agentName() {
      return agentName.value.peek();
    },
    onFailure: fail,
  });
  const settings = createSettings({ api: api.settings, name: deps.ownName, onFailure: fail });
  const savedReplies = createSavedReplies({ api: api.savedReplies, name: deps.ownName.get, onFailure: fail });
  const team = createTeam(api.team, signedIn.agentId);
  const quotes = createQuotes();
  const ownTyping = createOwnTyping((id, type) => {
    void api
      .activity(id, { type, name: agentName.value.peek() })
      .then((answer) => fail(answer.ok ? undefined : answer.failure));
  });
  const resending = createResending(() => {
    for (const thread of threads.values()) void thread.resend();
  });
  const threadOf = (id: string): Thread => {
    const known = threads.get(id);
    if (known) return known;
    const thread = createThread(id, {
      api,
      agentName: () => agentName.value.peek(),
      outbox,
      newId: deps.newId,
      now: () => Date.now() / 1000,
      onFailure: fail,
      onHeld: resending.held,
    });
    threads.set(id, thread);
    return thread;
  };
  const thread = computed(() => (activeId.value === undefined ? undefined : threadOf(activeId.value)));
  const active = computed(() => conversations.items.value.find((c) => c._id === activeId.value));

  const notes = createNotes({ api, drafts, team, threadOf, newId: deps.newId, onFailure: fail });

  const { visible } = deps;
  const { ownId } = team;
  const reading = createReading({ api, conversations, active, thread, ownId, visible, onFailure: fail });
  const finding = createFinding({ api, conversations, activeId, onFailure: fail });
  const telling = { announcements, attend: deps.attend, activeId, open: (id: string) => open(id) };
  const announce = createTelling(telling);
  const tellMissed = createTellingMissed(announcements, announce);
  const visitors = createVisitors({
    api: api.visitors,
    conversations,
    threads,
    drafts,
    outbox,
    announcements,
    activeId,
    open: (id) => open(id),
    onFailure: fail,
  });

  const onEvent = createHearing({
    conversations,
    threads,
    settings,
    agentName,
    tagging,
    calls,
    savedReplies,
    team,
    announcements,
    visitorTyping,
    announce,
    announceMention: createMentioning({ ...telling, ownId }),
    activeId,
    deleted: visitors.heardDeleted,
  });

  const refreshOpen = async (): Promise<void> => {
    await Promise.all([thread.peek()?.refresh(), finding.refresh()]);
  };

  const catchUp = async (): Promise<void> => {
    reading.retry();
    resending.now();
    settings.catchUp();
    tagging.refresh();
    void agentName.refresh();
    void savedReplies.refresh();
    void team.refresh();
    const [failure] = await Promise.all([
      conversations.refresh(),
      refreshOpen(),
      listing.refresh(),
      calls.refresh(),
    ]);
    if (failure) return fail(failure);
    tellMissed(conversations.items.peek());
  };

  const open = (id: string | undefined): void => {
    if (id === activeId.peek()) return;
    ownTyping.stop();
    activeId.value = id;
    live.follow(id);
    // Do not wait for the live connection; what comes between this and the subscription is read after it.
    void refreshOpen();
  };

  const live = deps.connectLive({
    baseUrl: signedIn.realtime.baseUrl,
    token: signedIn.token,
    onEvent,
    onReady: () => void catchUp(),
    onFollowing: () => void refreshOpen(),
    onDenied: deps.onUnauthorized,
    onState: (state) => {
      connection.value = state;
    },
  });
  // Open the threads of the outbox, so that messages unsent before a reload are sent without opening them.
  outbox.ids().forEach(threadOf);
  // Do not wait for the live connection: a network may block it and still allow requests.
  void catchUp();

  return {
    get agentName() {
      return agentName.value.value;
    },
    origins: originsOf(signedIn.realtime.baseUrl),
    conversations,
    listing,
    routing,
    tagging,
    calls,
    settings,
    savedReplies,
    team,
    notes,
    drafts,
    outbox,
    announcements,
    insights: createInsights(api, fail),
    ownTyping,
    visitorTyping,
    connection,
    activeId,
    active,
    finding,
    thread,
    open,
    ...createSteps({ listing, conversations, activeId, open }),
    visitors,
    ...createReplying({ drafts, quotes, ownTyping, activeId, threadOf }),
    catchUp,
    reconnect: () => {
      if (connection.peek() === 'connected') void catchUp();
      else live.restart();
    },
    pause: () => {
      connection.value = 'reconnecting';
      live.close();
    },
    dispose: () => {
      reading.dispose();
      finding.dispose();
      calls.dispose();
      resending.dispose();
      for (const thread of threads.values()) thread.dispose();
      listing.dispose();
      settings.dispose();
      ownTyping.stop();
      visitorTyping.dispose();
      live.close();
    },
  };
};
