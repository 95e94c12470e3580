import { batch, type ReadonlySignal, signal } from '@preact/signals-react';
import type { Store } from '../platform/storage';
import { ident } from '../wire/decode';
import type { AppUser, RealtimeSettings } from '../wire/user';
import type { Status } from './status';

/**
 * How the visitor authenticates. A doorman session is anonymous and has a separate token for the realtime
 * session. A JWT is never stored: the page supplies it on each load.
 */
export type Auth =
  | { type: 'sessionToken'; sessionToken: string }
  | { type: 'doorman'; sessionToken: string; websocketToken: string }
  | { type: 'jwt'; jwt: string; externalId: string };

/** What a realtime subscription is signed with. */
type RealtimeCredential = { jwt: string } | { websocketToken: string } | { sessionToken: string };

/** Base64 of any text; `btoa` alone throws on characters beyond Latin-1, which stored values may contain. */
const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** The storage entries removed with the visitor; the browser's client id stays. */
const STORED = [
  'appUserId',
  'sessionToken',
  'externalId',
  'conversationStartedAt',
  'creationId',
  'delivered',
  'forms',
];

/** The entry of the tab's storage that marks its visitor as one whom an email's link has brought. */
const LINKED = 'linked';

/** The visitor: readonly signals, what calls need, and the actions that change who they are. */
export type User = {
  appUserId: ReadonlySignal<string | undefined>;
  auth: ReadonlySignal<Auth | undefined>;
  realtime: ReadonlySignal<RealtimeSettings | undefined>;
  /** Whether an email's link has brought the visitor, who ends with the tab. */
  linked: ReadonlySignal<boolean>;
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
  /** A number that changes with the visitor. Callers drop answers to requests of an earlier epoch. */
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
  /**
   * Whether this visitor and the stored one are anonymous, so that this tab may continue as the stored one.
   */
  mayFollow(): boolean;
  /** Continues as the user that another tab of this browser has stored. */
  takeStored(): void;
  /** The storage entry whose removal tells other tabs that this visitor is gone. */
  idKey: string;
  /** This browser's id, created on first use and then kept. */
  clientId(): string;
  /**
   * The id that makes a repeated creation of this visitor return the same user; kept until an answer comes.
   */
  creationId(): string;
  signIn(user: AppUser, sessionToken: string | undefined, settings: RealtimeSettings | undefined): void;
  /** Signs in for this tab only, by the session of an email's link. */
  signInByLink(user: AppUser, sessionToken: string, settings: RealtimeSettings | undefined): void;
  /** @param at milliseconds */
  conversationStarted(at: number): void;
  /**
   * Forgets the visitor.
   * @param goesOn whether the same person is about to become another user
   */
  clear(goesOn?: boolean): void;
};

/**
 * Who the visitor is. The browser's storage keeps their ids and session token for each integration; the tab's storage
 * keeps those of a visitor whom an email's link has brought.
 */
export const createUser = (deps: {
  store: Store;
  session: Store;
  integrationId: string;
  createId: () => string;
}): User => {
  const { createId, session } = deps;
  const key = (name: string) => `${deps.integrationId}.${name}`;
  const linked = signal(session.get(key(LINKED)) !== null);
  let store = linked.value ? session : deps.store;
  const setLinked = (now: boolean) => {
    linked.value = now;
    store = now ? session : deps.store;
    if (now) session.set(key(LINKED), 'true');
    else session.remove(key(LINKED));
  };
  /**
   * A stored id that this code made. An invalid value is ignored, because the service or `fetch` would refuse
   * it.
   */
  const storedId = (name: string) => /^[\w-]{1,99}$/.exec(store.get(key(name)) ?? '')?.[0];
  /** An id that is created on first use. */
  const keptId = (name: string) => {
    const id = storedId(name) ?? createId().replace(/-/g, '');
    store.set(key(name), id);
    return id;
  };
  /**
   * A stored value from the service. A value that is too long or malformed is ignored: no request could carry
   * it.
   */
  const stored = (name: string) => ident(store.get(key(name)));
  /** The stored session; it needs both the token and its user's id. */
  const storedAuth = (): Auth | undefined => {
    const sessionToken = stored('appUserId') && stored('sessionToken');
    return sessionToken ? { type: 'sessionToken', sessionToken } : undefined;
  };
  const auth = signal<Auth | undefined>(undefined);
  const appUserId = signal<string | undefined>(undefined);
  /** The user whose stored data this tab may remove: its visitor, or the stored one while it has none. */
  let last = stored('appUserId');
  const takeStored = () =>
    batch(() => {
      auth.value = storedAuth();
      if (auth.value) last = appUserId.value = stored('appUserId');
      else appUserId.value = undefined;
    });
  takeStored();
  const initializedStatus = signal<Status>('notConnected');
  const userCreationStatus = signal<Status>('notConnected');
  const resetWidgetStatus = signal<Status>('notConnected');
  const startedElsewhere = signal(false);
  const realtime = signal<RealtimeSettings | undefined>(undefined);
  let clientId: string | undefined;
  let epoch = 0;
  let exits = 0;

  return {
    appUserId,
    auth,
    realtime,
    linked,
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
      return now && `Basic ${base64(`${appUserId.value ?? ''}:${now.sessionToken}`)}`;
    },
    realtimeCredential() {
      const now = auth.value;
      if (now?.type === 'jwt') return { jwt: now.jwt };
      if (now?.type === 'doorman') return { websocketToken: now.websocketToken };
      return now && { sessionToken: now.sessionToken };
    },
    epoch: () => epoch,
    exits: () => exits,
    externalId: () => stored('externalId') ?? null,
    useJwt(jwt: string, externalId: string) {
      const before = auth.value;
      if (before?.type !== 'jwt' || before.externalId !== externalId) epoch++;
      auth.value = { type: 'jwt', jwt, externalId };
      if (linked.value) {
        for (const name of STORED) store.remove(key(name));
        setLinked(false);
      }
      store.set(key('externalId'), externalId);
      store.remove(key('sessionToken'));
    },
    useWebsocketToken(websocketToken: string) {
      const now = auth.value;
      if (now && now.type !== 'jwt') {
        auth.value = { type: 'doorman', sessionToken: now.sessionToken, websocketToken };
      }
    },
    mayFollow: () => auth.value?.type !== 'jwt' && !linked.value && !!storedAuth(),
    takeStored,
    idKey: key('appUserId'),
    clientId: () => (clientId ??= keptId('clientId')),
    creationId: () => keptId('creationId'),
    signIn(user: AppUser, sessionToken: string | undefined, settings: RealtimeSettings | undefined) {
      batch(() => {
        if (sessionToken) {
          auth.value = { type: 'sessionToken', sessionToken };
          store.set(key('sessionToken'), sessionToken);
        }
        last = appUserId.value = user._id;
        store.set(key('appUserId'), user._id);
        store.remove(key('creationId'));
        realtime.value = settings ?? realtime.value;
      });
    },
    signInByLink(user: AppUser, sessionToken: string, settings: RealtimeSettings | undefined) {
      setLinked(true);
      this.signIn(user, sessionToken, settings);
    },
    conversationStarted: (at: number) => store.set(key('conversationStartedAt'), String(at)),
    clear(goesOn = false) {
      epoch++;
      if (!goesOn) exits++;
      batch(() => {
        // If another tab has stored another user since, leave that user's data alone.
        const mine = stored('appUserId') === last;
        for (const name of STORED) if (mine) store.remove(key(name));
        setLinked(false);
        auth.value = last = appUserId.value = realtime.value = undefined;
        initializedStatus.value = 'notConnected';
        userCreationStatus.value = 'notConnected';
      });
    },
  };
};
