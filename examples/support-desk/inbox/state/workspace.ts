import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentConversation, AgentMessage } from '../../shared/agentApi';
import type { AgentApi } from '../api';
import type { ApiFailure } from '../apiResult';
import type { Live, LiveOptions, LiveState } from '../live';
import { replyBody } from '../model/formatted';
import { type Announcements, createAnnouncements } from './announcements';
import type { Attention } from './attention';
import { type Calls, createCalls } from './calls';
import { type Conversations, createConversations } from './conversations';
import type { Drafts } from './drafts';
import { createFinding, type Finding } from './finding';
import { createHearing } from './hearing';
import { createInsights, type Insights } from './insights';
import { createListing, type Listing } from './listing';
import { originsOf } from './origins';
import type { Outbox } from './outbox';
import { createPages, isSettings, type Pages } from './pages';
import { createQuotes } from './quotes';
import { createReading } from './reading';
import { createRouting, type Routing } from './routing';
import { createSavedReplies, type SavedReplies } from './savedReplies';
import { createSelf, type Self } from './self';
import type { SignedIn } from './session';
import { createSettings, type Settings } from './settings/settings';
import { createSteps } from './steps';
import { createTagging, type Tagging } from './tagging';
import { createTakeBack } from './takingBack';
import { createTelling, createTellingMissed } from './telling';
import type { Thread } from './thread';
import { createThreads } from './threads';
import { createOwnTyping, createVisitorTyping, type OwnTyping, type VisitorTyping } from './typing';
import { createVisitors, type Visitors } from './visitors';

/** The state of one signed-in agent. */
export type Workspace = {
  agentName: string;
  /** The signed-in agent. */
  self: Self;
  api: AgentApi;
  /** Takes in why a call failed: without a session the inbox leads to the sign-in page. */
  fail(failure: ApiFailure | undefined): void;
  /** The origins of the desk's own files. */
  origins: readonly string[];
  conversations: Conversations;
  listing: Listing;
  routing: Routing;
  tagging: Tagging;
  calls: Calls;
  pages: Pages;
  settings: Settings;
  savedReplies: SavedReplies;
  drafts: Drafts;
  /** Messages that the desk has not stored yet. */
  outbox: Outbox;
  /** The message of the open conversation that the next reply quotes. */
  quoted: ReadonlySignal<AgentMessage | undefined>;
  quote(message: AgentMessage | undefined): void;
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
  send(text: string): void;
  /** Removes a message that was not sent, by its key; its text and its quote go back to the reply. */
  takeBack(id: string, key: string): void;
  /** Sends files to the open conversation, one after another. */
  sendFiles(files: readonly File[]): void;
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
  onUnauthorized(): void;
  /** The browser's session has become another agent's. */
  onOtherAgent(): void;
};

export const createWorkspace = (deps: WorkspaceDeps): Workspace => {
  const { signedIn, drafts, outbox } = deps;
  const { api } = signedIn;
  const self = createSelf(api, signedIn.agent, deps.onOtherAgent);
  const conversations = createConversations(api);
  const announcements = createAnnouncements();
  const visitorTyping = createVisitorTyping();
  const connection = signal<LiveState>('connecting');
  const activeId = signal<string | undefined>(undefined);

  const fail = (failure: ApiFailure | undefined): void => {
    if (failure === 'unauthorized') deps.onUnauthorized();
  };
  const listing = createListing({ api, conversations, agentName: self.name, onFailure: fail });
  const routing = createRouting(api, conversations, self.name, fail);
  const tagging = createTagging(api, conversations, fail);
  const calls = createCalls({
    api: api.calls,
    get agentName() {
      return self.name.peek();
    },
    onFailure: fail,
  });
  const pages = createPages(() => settings.changes.peek() > 0);
  const settings: Settings = createSettings({
    api: api.settings,
    shown: computed(() => isSettings(pages.current.value)),
    mayChange: self.isAdmin,
    onFailure: fail,
  });
  const savedReplies = createSavedReplies({ api: api.savedReplies, onFailure: fail });
  const quotes = createQuotes();
  const ownTyping = createOwnTyping((id, type) => {
    void api
      .activity(id, { type, name: self.name.peek() })
      .then((answer) => fail(answer.ok ? undefined : answer.failure));
  });
  const threads = createThreads({
    api,
    agentName: () => self.name.peek(),
    outbox,
    newId: deps.newId,
    now: () => Date.now() / 1000,
    onFailure: fail,
  });
  const thread = computed(() => (activeId.value === undefined ? undefined : threads.of(activeId.value)));
  const active = computed(() => conversations.items.value.find((c) => c._id === activeId.value));

  const { visible } = deps;
  const reading = createReading({ api, conversations, active, thread, visible, onFailure: fail });
  const finding = createFinding({ api, conversations, activeId, onFailure: fail });
  const announce = createTelling({ announcements, attend: deps.attend, activeId, open: (id) => open(id) });
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
    threads: threads.opened,
    settings,
    self,
    tagging,
    calls,
    savedReplies,
    announcements,
    visitorTyping,
    announce,
    activeId,
    deleted: visitors.heardDeleted,
  });

  const refreshOpen = async (): Promise<void> => {
    await Promise.all([thread.peek()?.refresh(), finding.refresh()]);
  };

  const catchUp = async (): Promise<void> => {
    reading.retry();
    threads.resend();
    settings.catchUp();
    tagging.refresh();
    void self.refresh();
    void savedReplies.refresh();
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
    ticket: api.signIn.ticket,
    onEvent,
    onReady: () => void catchUp(),
    onFollowing: () => void refreshOpen(),
    onDenied: deps.onUnauthorized,
    onState: (state) => {
      connection.value = state;
    },
  });
  // Open the threads of the outbox, so that messages unsent before a reload are sent without opening them.
  outbox.ids().forEach(threads.of);
  // Do not wait for the live connection: a network may block it and still allow requests.
  void catchUp();

  return {
    get agentName() {
      return self.name.value;
    },
    self,
    api,
    fail,
    origins: originsOf(signedIn.realtime.baseUrl),
    conversations,
    listing,
    routing,
    tagging,
    calls,
    pages,
    settings,
    savedReplies,
    drafts,
    outbox,
    quoted: computed(() => (activeId.value === undefined ? undefined : quotes.of(activeId.value))),
    quote: (message) => {
      const id = activeId.peek();
      if (id !== undefined) quotes.set(id, message);
    },
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
    send: (text) => {
      const id = activeId.peek();
      if (id === undefined || !text.trim()) return;
      drafts.set(id, '');
      ownTyping.stop();
      const quoted = quotes.of(id);
      quotes.set(id, undefined);
      void threads.of(id).send({
        type: 'text',
        ...replyBody(text),
        ...(quoted && { quotedMessageId: quoted._id }),
      });
    },
    takeBack: createTakeBack({ threadOf: threads.of, drafts, quotes }),
    sendFiles: (files) => {
      const id = activeId.peek();
      if (id === undefined) return;
      for (const file of files) void threads.of(id).sendFile(file);
    },
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
      for (const part of [reading, finding, calls, threads, listing, settings, visitorTyping]) part.dispose();
      ownTyping.stop();
      live.close();
    },
  };
};
