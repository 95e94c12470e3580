import type { Clock } from '@porch/messenger/platform/clock';
import { every } from '@porch/messenger/platform/timer';
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react';
import type { AddressBar } from '../platform/addressBar';
import type { AttentionBrowser } from '../platform/attentionBrowser';
import type { OtherTabs } from '../platform/otherTabs';
import type { PushBrowser } from '../platform/pushBrowser';
import type { SafeStorage } from '../platform/storage';
import type { TranslationBrowser } from '../platform/translationBrowser';
import type { UnsentStorage } from '../platform/unsentStorage';
import type { AgentApi } from '../services/api';
import type { Live, LiveOptions } from '../services/live';
import { createPresence, type Presence } from './account/presence';
import { createSession, type Session, type SessionState } from './account/session';
import { createAddress } from './address';
import { type Attention, createAttention } from './alerts/attention';
import { createPushing, type Pushing } from './alerts/pushing';
import { createRinging } from './alerts/ringing';
import { createTitle } from './alerts/title';
import { createChoice } from './parts/choice';
import { createWorkspace } from './workspace';
import type { Workspace } from './workspaceParts';
import { createUndo, type Undo } from './writing/undo';
import { createUnsentReplies } from './writing/unsentReplies';
import { createWritten } from './writing/written';

const SINGLE_KEYS = 'porch.agentSingleKeys';
/** The agent whose drafts and unsent messages are stored. */
const OWNER = 'porch.agentId';

/** The inbox's state, without its page. */
export type Inbox = {
  clock: Clock;
  session: Session;
  /** Set while an agent is signed in. */
  workspace: ReadonlySignal<Workspace | undefined>;
  /** Seconds since 1970, updated regularly for relative times. */
  now: ReadonlySignal<number>;
  /** Whether single-letter shortcuts work. Turning them off helps users of speech input (WCAG 2.1.4). */
  singleKeys: ReadonlySignal<boolean>;
  setSingleKeys(on: boolean): void;
  attention: Attention;
  pushing: Pushing;
  /** Whether replies wait for some seconds, in which they can be undone. */
  undo: Undo;
  presence: Presence;
  /** Whether closing the page would lose something, or the page sends or saves something only while open. */
  holdsUnsaved: ReadonlySignal<boolean>;
  /** Takes over what closed tabs of the same agent left. */
  takeLeft(): Promise<void>;
  /** '(3) Inbox · Porch', or 'Ada is calling · Inbox · Porch' */
  title: ReadonlySignal<string>;
  dispose(): void;
};

type InboxDeps = {
  /** It outlives the browser session, and all tabs share it. */
  local: SafeStorage;
  unsent: UnsentStorage;
  api: AgentApi;
  tabs: OtherTabs;
  connectLive(options: LiveOptions): Live;
  openTranslator(): TranslationBrowser | undefined;
  visible: ReadonlySignal<boolean>;
  browser: AttentionBrowser;
  push: PushBrowser;
  bar: AddressBar;
  newId(): string;
  clock: Clock;
};

const TICK_MS = 30_000;

/** Whether closing the page would lose changes of the settings, or an act on many rows. */
const holdsActs = ({ many, settings }: Workspace): boolean =>
  many.holdsRows.value || settings.changes.value > 0;

export const createInbox = (deps: InboxDeps): Inbox => {
  const session = createSession({ storage: deps.local, api: deps.api, tabs: deps.tabs });
  const workspace = signal<Workspace | undefined>(undefined);
  const { own, lasts, takeLeft } = deps.unsent;
  const { written, clear: clearUnsent, takeOver: takeWritten } = createWritten(own);
  const { drafts, unsentReplies } = written;
  const { clock } = deps;
  const undo = createUndo(deps.local);
  const now = signal(clock.now() / 1000);
  const singleKeys = createChoice(deps.local, SINGLE_KEYS, true);
  const attention = createAttention(deps.local, deps.browser, clock);
  const presence = createPresence(deps);
  const open = (id: string) => workspace.peek()?.reveal(id);
  const pushing = createPushing({ ...deps, session, away: presence.away, open });
  const stopTicking = every(clock.after, TICK_MS, () => {
    now.value = clock.now() / 1000;
  });

  /** One agent's writing must not be sent in another's name. */
  const keepFor = (agentId: string): void => {
    const owner = own.get(OWNER);
    if (owner !== undefined && owner !== agentId) clearUnsent();
    own.set(OWNER, agentId);
  };

  /** Takes over what closed tabs left, or deletes it if it is another agent's. */
  const takeOver = (left: SafeStorage): boolean => {
    const state = session.state.peek();
    const now = workspace.peek();
    if (state.status !== 'signedIn' || !now) return false;
    if (left.get(OWNER) !== state.agent.id) return true;
    takeWritten(left);
    now.sendLeft(createUnsentReplies(left));
    return true;
  };

  let before: SessionState['status'] = 'opening';

  const stopSession = effect(() => {
    const state = session.state.value;
    untracked(() => {
      workspace.peek()?.dispose();
      // An ended session keeps unsent messages; signing out deletes them.
      const hasLeft = state.status === 'signedOut' && state.ended === undefined;
      // To a newly opened page, the desk only answers that nobody is signed in.
      if (hasLeft && before !== 'opening') {
        clearUnsent();
        void takeLeft(() => true);
      }
      before = state.status;
      if (state.status === 'signedIn') keepFor(state.agent.id);
      presence.follow(state.status === 'signedIn' ? state.api : undefined);
      if (hasLeft) presence.reset();
      workspace.value =
        state.status === 'signedIn'
          ? createWorkspace({
              signedIn: state,
              ...written,
              clock,
              now,
              undo,
              visible: deps.visible,
              attend: attention.take,
              connectLive: deps.connectLive,
              openTranslator: deps.openTranslator,
              newId: deps.newId,
              onUnauthorized: session.expire,
              onOtherAgent: () => void session.check(),
            })
          : undefined;
      if (state.status === 'signedIn') void takeLeft(takeOver);
    });
  });

  const stopAddress = createAddress(deps.bar, workspace);

  const ringing = createRinging({
    workspace,
    ...attention.ways,
    browser: deps.browser,
    unheard: attention.unheard,
    local: deps.local,
    clock,
  });

  const title = createTitle({ workspace, told: attention.ways.title, caller: ringing.caller });

  return {
    clock,
    session,
    workspace,
    now,
    singleKeys: singleKeys.on,
    setSingleKeys: singleKeys.set,
    attention,
    pushing,
    undo,
    presence,
    title,
    holdsUnsaved: computed(
      () =>
        unsentReplies.holdsFiles.value ||
        unsentReplies.holdsReplies.value ||
        (!lasts && drafts.ids.value.length > 0) ||
        (workspace.value !== undefined && holdsActs(workspace.value)),
    ),
    takeLeft: () => takeLeft(takeOver),
    dispose: () => {
      stopTicking();
      presence.dispose();
      pushing.dispose();
      stopSession();
      ringing.dispose();
      stopAddress();
      session.dispose();
      workspace.peek()?.dispose();
      workspace.value = undefined;
    },
  };
};
