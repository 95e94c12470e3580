import { batch, type ReadonlySignal, signal } from '@preact/signals-react';
import type { Store } from '../platform/storage';
import { sessionCredential } from '../wire/clientInfo';
import type { AppUser, RealtimeSettings } from '../wire/user';
import type { Status } from './status';
import { createStoredVisitor, type Shared, type StoredVisitor } from './storedVisitor';

/**
 * How the visitor authenticates. A doorman session is anonymous and has a separate token for the realtime
 * session. A JWT is never stored: the page supplies it on each load.
 */
type Auth =
  | { type: 'sessionToken'; sessionToken: string }
  | { type: 'doorman'; sessionToken: string; websocketToken: string }
  | { type: 'jwt'; jwt: string; externalId: string };

/** What a realtime subscription is signed with. */
type RealtimeCredential = { jwt: string } | { websocketToken: string } | { sessionToken: string };

/** The visitor: readonly signals, what calls need, and the actions that change who they are. */
export type User = Shared & {
  appUserId: ReadonlySignal<string | undefined>;
  auth: ReadonlySignal<Auth | undefined>;
  realtime: ReadonlySignal<RealtimeSettings | undefined>;
  initializedStatus: ReadonlySignal<Status>;
  userCreationStatus: ReadonlySignal<Status>;
  resetWidgetStatus: ReadonlySignal<Status>;
  conversationStartedFromAnotherTab: ReadonlySignal<boolean>;
  /** The start of the messenger has begun, succeeded or failed. */
  setInitialized(status: Status): void;
  /** The creation of the visitor has begun, succeeded or failed. */
  setCreation(status: Status): void;
  setReset(status: Status): void;
  /** Another tab has started a conversation with another visitor. */
  followAnotherTab(): void;
  /** The Authorization header; undefined without a credential. */
  authorization(): string | undefined;
  /** The one credential of a realtime subscription. */
  realtimeCredential(): RealtimeCredential | undefined;
  /**
   * A number that changes with the visitor, at once even if they leave in another tab. Callers drop answers to requests
   * of an earlier epoch.
   */
  epoch(): number;
  /**
   * How many visitors have left. One who becomes another user has not left. A call that waits for its visitor
   * compares this number.
   */
  exits(): number;
  /** The external id of this browser's last token login, which may be over. */
  externalId(): string | null;
  /** Starts a token login: sets the credential for the following calls and ends the anonymous session. */
  useJwt(jwt: string, externalId: string): void;
  /** Stores the token for the realtime session of an anonymous visitor. */
  useWebsocketToken(websocketToken: string): void;
  /** The page begins to identify the visitor. */
  ask(): void;
  /** It has identified them, or cannot. */
  tell(): void;
  /** Whether it is about to identify them for the first time. */
  isAsked(): boolean;
  /** Whether it has not identified anybody, and somebody may be there: it is about to, or may begin to. */
  isUntold(): boolean;
  /** Text typed on this page belongs to the next visitor; what an earlier page left belongs to the known person. */
  splitTyped(): void;
  /** That person; undefined while everything belongs to one person. */
  leftBy(): string | undefined;
  stored: Pick<StoredVisitor, 'session' | 'isEmpty' | 'get' | 'set' | 'keep' | 'remove'>;
  /** Whether another visitor than this tab's is stored. */
  isStale(): boolean;
  /** Whether this browser has logged in with a token that this tab lacks. */
  isAwaited(): boolean;
  /** Whether this browser's visitor is logged in with a token that other tabs may have and this one does not. */
  isElsewhere(): boolean;
  /** Continues as the user that another tab of this browser has stored. */
  takeStored(): void;
  signIn(user: AppUser, sessionToken: string | undefined, settings: RealtimeSettings | undefined): void;
  /** Signs in for this tab only, by the session of an email's link. */
  signInByLink(user: AppUser, sessionToken: string, settings: RealtimeSettings | undefined): void;
  /**
   * Forgets the visitor.
   * @param goesOn whether the same person is about to become another user
   * @param isReset whether unsent messages are removed, too
   * @param isSwitch whether another person's login has begun
   */
  clear(goesOn?: boolean, isReset?: boolean, isSwitch?: boolean): void;
};

/** Who the visitor is. */
export const createUser = (deps: {
  store: Store;
  session: Store;
  integrationId: string;
  former?: string;
  createId: () => string;
  now: () => number;
}): User => {
  const stored = createStoredVisitor(deps);
  const { linked, isOver } = stored.shared;
  const auth = signal<Auth | undefined>(undefined);
  const appUserId = signal<string | undefined>(undefined);
  const isAwaited = () => auth.value?.type !== 'jwt' && stored.isAwaited();
  const isElsewhere = () => isAwaited() && stored.isLogin();
  /** The user whose stored data this tab may remove: its visitor, or the stored one while it has none. */
  let last = stored.get('appUserId');
  const takeStored = () =>
    batch(() => {
      const found = stored.session();
      auth.value = found && { type: 'sessionToken', sessionToken: found.sessionToken };
      if (found) last = found.appUserId;
      appUserId.value = found?.appUserId;
    });
  takeStored();
  const initializedStatus = signal<Status>('notConnected');
  const userCreationStatus = signal<Status>('notConnected');
  const resetWidgetStatus = signal<Status>('notConnected');
  const startedElsewhere = signal(false);
  const realtime = signal<RealtimeSettings | undefined>(undefined);
  let epoch = 0;
  const exits = signal(0);
  /** Whether somebody from an earlier page's login may be there. */
  const isKnown = !!stored.login();
  const isTold = signal<boolean | undefined>(undefined);
  let leftBy: string | undefined;

  return {
    ...stored.shared,
    appUserId,
    auth,
    realtime,
    initializedStatus,
    userCreationStatus,
    resetWidgetStatus,
    conversationStartedFromAnotherTab: startedElsewhere,
    setInitialized(status: Status) {
      initializedStatus.value = status;
    },
    setCreation(status: Status) {
      userCreationStatus.value = status;
    },
    setReset(status: Status) {
      resetWidgetStatus.value = status;
    },
    followAnotherTab() {
      startedElsewhere.value = true;
    },
    authorization() {
      const now = auth.value;
      if (now?.type === 'jwt') return `Bearer ${now.jwt}`;
      return now && sessionCredential(appUserId.value ?? '', now.sessionToken);
    },
    realtimeCredential() {
      const now = auth.value;
      if (now?.type === 'jwt') return { jwt: now.jwt };
      if (now?.type === 'doorman') return { websocketToken: now.websocketToken };
      return now && { sessionToken: now.sessionToken };
    },
    epoch: () => (isOver() ? -1 : epoch),
    exits: () => exits.value,
    externalId: () => (auth.value?.type === 'jwt' ? auth.value.externalId : (stored.login() ?? null)),
    useJwt(jwt: string, externalId: string) {
      const before = auth.value;
      if (before?.type !== 'jwt' || before.externalId !== externalId) epoch++;
      auth.value = { type: 'jwt', jwt, externalId };
      stored.unlink();
      stored.set('externalId', externalId);
      stored.remove('sessionToken');
    },
    useWebsocketToken(websocketToken: string) {
      const now = auth.value;
      if (now && now.type !== 'jwt') {
        auth.value = { type: 'doorman', sessionToken: now.sessionToken, websocketToken };
      }
    },
    ask() {
      isTold.value ??= false;
    },
    tell() {
      isTold.value = true;
    },
    isAsked: () => isTold.value === false,
    isUntold: () => !isTold.value && (isKnown || isTold.value === false),
    splitTyped() {
      leftBy = stored.login();
    },
    leftBy: () => leftBy,
    stored,
    isStale: () => !linked.value && stored.get('appUserId') !== appUserId.value,
    isAwaited,
    isElsewhere,
    takeStored,
    signIn(user: AppUser, sessionToken: string | undefined, settings: RealtimeSettings | undefined) {
      batch(() => {
        // An anonymous visitor does not replace another tab's login, which merges them.
        const keeps = !isElsewhere();
        if (sessionToken) auth.value = { type: 'sessionToken', sessionToken };
        last = appUserId.value = user._id;
        const now = auth.value;
        if (keeps) stored.keep(user._id, now?.type === 'jwt' ? undefined : now?.sessionToken);
        stored.remove('creationId');
        realtime.value = settings ?? realtime.value;
      });
    },
    signInByLink(user: AppUser, sessionToken: string, settings: RealtimeSettings | undefined) {
      stored.setLinked(true);
      this.signIn(user, sessionToken, settings);
    },
    clear(goesOn = false, isReset = false, isSwitch = false) {
      epoch++;
      batch(() => {
        if (!goesOn) exits.value = exits.peek() + 1;
        stored.forget(last, goesOn, isReset, isSwitch);
        auth.value = last = appUserId.value = realtime.value = undefined;
        initializedStatus.value = 'notConnected';
        userCreationStatus.value = 'notConnected';
      });
    },
  };
};
