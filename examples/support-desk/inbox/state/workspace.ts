import type { Clock } from '@porch/messenger/platform/clock';
import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { ApiFailure } from '../model/apiResult';
import type { TranslationBrowser } from '../platform/translationBrowser';
import type { Live, LiveOptions, LiveState } from '../services/live';
import { createSelf } from './account/self';
import type { SignedIn } from './account/session';
import { createTeam } from './account/team';
import { createAnnouncements } from './alerts/announcements';
import type { Attention } from './alerts/attention';
import { createCalls } from './alerts/calls';
import { createPassing } from './alerts/passing';
import { createTelling } from './alerts/telling';
import { applyEvents } from './applyEvents';
import { createAttending } from './conversations/attending';
import { createConversations } from './conversations/conversations';
import { createFinding } from './conversations/finding';
import { createListParts } from './conversations/listParts';
import { createNotes } from './conversations/notes';
import { createReading } from './conversations/reading';
import { createReplying } from './conversations/replying';
import { createRouting } from './conversations/routing';
import { createSteps } from './conversations/steps';
import { createTagging } from './conversations/tagging';
import { createThreads } from './conversations/threads';
import { createOwnTyping, createVisitorTyping } from './conversations/typing';
import { createVisitors } from './conversations/visitors';
import { createPageParts } from './pages/pageParts';
import { createPages, isSettings } from './pages/pages';
import { originsOf } from './settings/origins';
import { createSettings, type Settings } from './settings/settings';
import type { Workspace } from './workspaceParts';
import { createChanging } from './writing/changing';
import { createSavedReplies } from './writing/savedReplies';
import { createTranslating } from './writing/translating';
import type { Undo } from './writing/undo';
import type { Written } from './writing/written';

type WorkspaceDeps = Written & {
  signedIn: SignedIn;
  undo: Undo;
  clock: Clock;
  /** Float seconds; changes now and then. */
  now: ReadonlySignal<number>;
  /** Whether the agent can see the page. */
  visible: ReadonlySignal<boolean>;
  /** Alerts the agent to a visitor's new message. */
  attend: Attention['take'];
  connectLive(options: LiveOptions): Live;
  openTranslator(): TranslationBrowser | undefined;
  newId(): string;
  onUnauthorized(): void;
  /** The browser's session belongs to another agent now. */
  onOtherAgent(): void;
};

export const createWorkspace = (deps: WorkspaceDeps): Workspace => {
  const { signedIn, drafts, unsentReplies, clock, visible } = deps;
  const { api } = signedIn;
  const self = createSelf(api, signedIn.agent, deps.onOtherAgent);
  const activeId = signal<string | undefined>(undefined);
  const conversations = createConversations(api, activeId);
  const announcements = createAnnouncements();
  const visitorTyping = createVisitorTyping(clock);
  const connection = signal<LiveState>('connecting');

  const fail = (failure: ApiFailure | undefined): void => {
    if (failure === 'unauthorized') deps.onUnauthorized();
  };
  const team = createTeam(api.team, self.agent.peek().id, clock);
  const { ownId } = team;
  const listed = createListParts({ ...deps, api, conversations, ownId, onFailure: fail });
  const { listing, savedViews, counts, many } = listed.parts;
  const tagging = createTagging(api, conversations, fail);
  const calls = createCalls({ api: api.calls, ownId, clock, onFailure: fail });
  const pages = createPages(() => settings.changes.peek() > 0);
  const settings: Settings = createSettings({
    clock,
    api: api.settings,
    shown: computed(() => isSettings(pages.current.value)),
    mayChange: self.isAdmin,
    onFailure: fail,
  });
  const pageParts = createPageParts(api, (id) => reveal(id), fail);
  const savedReplies = createSavedReplies({ api: api.savedReplies, onFailure: fail });
  const attending = createAttending({
    api,
    ownId,
    inbox: deps.newId(),
    activeId,
    removed: team.removed,
    hasUnsent: unsentReplies.waits,
    visible,
    clock,
  });
  const ownTyping = createOwnTyping(clock, (id, type) => {
    attending.typing(id, type === 'typing:start');
    void api.activity(id, { type }).then((answer) => fail(answer.ok ? undefined : answer.failure));
  });
  const threads = createThreads({
    ...deps,
    api,
    conversations,
    author: () => ({ name: self.name.peek(), authorId: ownId }),
    onFailure: fail,
  });
  const talks = { api, activeId, threadOf: threads.of, conversations };
  const routing = createRouting({ unsentReplies, ...talks, onFailure: fail });
  const thread = computed(() => (activeId.value === undefined ? undefined : threads.of(activeId.value)));
  const active = computed(() => conversations.items.value.find((c) => c._id === activeId.value));
  const notes = createNotes({ api, drafts, team, threadOf: threads.of, newId: deps.newId, onFailure: fail });
  const reading = createReading({ api, conversations, active, thread, ownId, visible, onFailure: fail });
  const finding = createFinding({ api, conversations, activeId, onFailure: fail });
  const tell = createTelling({ ...deps, ...talks, self, team, announcements, open: (id) => reveal(id) });
  const stopPassing = createPassing({ api, team, clock, alert: (name, rows) => void tell.left(name, rows) });
  const visitors = createVisitors({
    api: api.visitors,
    conversations,
    threads,
    written: deps,
    announcements,
    activeId,
    open: (id) => open(id),
    onFailure: fail,
  });

  const onEvent = applyEvents({
    conversations,
    threads: threads.opened,
    settings,
    self,
    tagging,
    calls,
    savedReplies,
    savedViews,
    counts,
    ...pageParts,
    team,
    attending,
    announcements,
    visitorTyping,
    tell,
    activeId,
    deleted: visitors.heardDeleted,
  });

  const refreshOpen = async (): Promise<void> => {
    await Promise.all([thread.peek()?.refresh(), finding.refresh()]);
  };

  const readNews = async (): Promise<void> => {
    void counts.refresh();
    void calls.refresh();
    pageParts.refusedEmails.heard();
    const before = conversations.items.peek();
    const [failure] = await Promise.all([conversations.refresh(), refreshOpen(), listing.refresh()]);
    if (failure) return fail(failure);
    void tell.missed(conversations.items.peek(), before);
  };

  const catchUp = (): Promise<void> => {
    reading.retry();
    threads.flush();
    settings.catchUp();
    tagging.refresh();
    void self.refresh();
    void savedReplies.refresh();
    void savedViews.refresh();
    void team.refresh();
    return readNews();
  };

  const open = (id: string | undefined): void => {
    if (id === activeId.peek()) return;
    ownTyping.stop();
    void thread.peek()?.sendWaiting();
    activeId.value = id;
    live.follow(id);
    // Do not wait for the live connection; what arrives before the subscription is read after it.
    void refreshOpen();
  };

  const reveal = (id: string): void => {
    open(id);
    pages.show(undefined);
  };

  const { following } = threads;
  const replying = createReplying({ ...deps, ...talks, notes, ownTyping, ownId, following });
  const translating = createTranslating(deps.openTranslator);
  const steps = createSteps({ listing, conversations, activeId, open });

  const live = deps.connectLive({
    clock,
    baseUrl: signedIn.realtime.baseUrl,
    ticket: api.signIn.ticket,
    onEvent,
    onReady: () => void catchUp(),
    onFollowing: () => void refreshOpen(),
    onSilence: readNews,
    onDenied: deps.onUnauthorized,
    onState: (state) => {
      connection.value = state;
    },
  });
  // Open the threads with unsent messages, so that they are sent after a reload without being opened.
  unsentReplies.ids().forEach(threads.of);
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
    tell,
    ...listed.parts,
    attending,
    routing,
    tagging,
    calls,
    pages,
    settings,
    savedReplies,
    team,
    notes,
    drafts,
    changing: createChanging({ api, receive: (id, one) => threads.of(id).receive(one), onFailure: fail }),
    inboxName: signedIn.inboxName,
    unsentReplies,
    announcements,
    ...pageParts,
    ownTyping,
    visitorTyping,
    connection,
    activeId,
    active,
    finding,
    thread,
    open,
    reveal,
    ...steps,
    route: async (to, agentId, until) => {
      const id = activeId.peek();
      if (id === undefined) return;
      const next = to === 'close' || to === 'snooze' ? steps.beside() : undefined;
      const isDone = await routing.move(id, to, agentId, until);
      void counts.refresh();
      if (next !== undefined && isDone && activeId.peek() === id) open(next);
    },
    visitors,
    translating,
    ...replying.replying,
    sendWaiting: async (leaving) => {
      await Promise.all([many.sendWaiting(leaving), threads.sendWaiting(leaving)]);
    },
    sendLeft: threads.takeOver,
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
      const parts = [
        replying,
        routing,
        reading,
        tell,
        finding,
        calls,
        threads,
        listed,
        attending,
        settings,
        visitorTyping,
        translating,
      ];
      for (const part of parts) part.dispose();
      ownTyping.stop();
      stopPassing();
      live.close();
    },
  };
};
