import { batch, type ReadonlySignal, signal } from '@preact/signals-react';
import type { Store } from '../platform/storage';
import { ident } from '../wire/decode';
import type { AppUser, RealtimeSettings } from '../wire/user';
import type { Status } from './status';

/**
 * How the visitor proves who they are (SPEC.md section 6). A doorman session is an anonymous one whose realtime
 * connection has a token of its own. A JWT is never stored: the page supplies it anew.
 */
export type Auth =
  | { type: 'sessionToken'; sessionToken: string }
  | { type: 'doorman'; sessionToken: string; websocketToken: string }
  | { type: 'jwt'; jwt: string; externalId: string };

/** Takes any text, as anything may stand in storage; `btoa` alone throws beyond Latin-1. */
const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** What is forgotten with the visitor; the browser's own client id stays. */
const STORED = [
  'appUserId',
  'sessionToken',
  'externalId',
  'conversationStartedAt',
  'creationId',
  'delivered',
  'forms',
];

export type User = ReturnType<typeof createUser>;

/**
 * Who the visitor is. "Browser storage per integration holds appUserId, sessionToken, clientId,
 * conversationStartedAt" (SPEC.md section 3 'User state').
 */
export const createUser = (deps: { store: Store; integrationId: string; createId: () => string }) => {
  const { store, createId } = deps;
  const key = (name: string) => `${deps.integrationId}.${name}`;
  /** An id of our own making; what else stands in its place would be refused by the service, or by fetch as a header. */
  const storedId = (name: string) => /^[\w-]{1,99}$/.exec(store.get(key(name)) ?? '')?.[0];
  /** What no service gave (too long, or not well-formed) is as good as nothing: no request could carry it. */
  const stored = (name: string) => ident(store.get(key(name)));
  /** A session is its token together with whose it is. */
  const storedAuth = (): Auth | undefined => {
    const sessionToken = stored('appUserId') && stored('sessionToken');
    return sessionToken ? { type: 'sessionToken', sessionToken } : undefined;
  };
  const auth = signal<Auth | undefined>(undefined);
  const appUserId = signal<string | undefined>(undefined);
  /** Whom this tab may forget: its visitor, or before there is one whoever was stored, as after a token login. */
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
  const realtime = signal<RealtimeSettings | undefined>(undefined);
  /** Who this same person was until now: before a login, or before a session that was over. */
  let former: string | undefined;
  let clientId = storedId('clientId');
  let epoch = 0;

  return {
    appUserId: appUserId as ReadonlySignal<string | undefined>,
    auth: auth as ReadonlySignal<Auth | undefined>,
    realtime: realtime as ReadonlySignal<RealtimeSettings | undefined>,
    initializedStatus,
    userCreationStatus,
    resetWidgetStatus: signal<Status>('notConnected'),
    conversationStartedFromAnotherTab: signal(false),
    /** The Authorization header of SPEC.md section 7, where there is a credential. */
    authorization() {
      const now = auth.value;
      if (now?.type === 'jwt') return `Bearer ${now.jwt}`;
      return now && `Basic ${base64(`${appUserId.value ?? ''}:${now.sessionToken}`)}`;
    },
    /** The one credential a realtime subscription carries (SPEC.md section 7, Realtime). */
    realtimeCredential() {
      const now = auth.value;
      if (now?.type === 'jwt') return { jwt: now.jwt };
      if (now?.type === 'doorman') return { websocketToken: now.websocketToken };
      return now && { sessionToken: now.sessionToken };
    },
    /** Changes whenever the visitor does: what was asked for before is nobody's business after. */
    epoch: () => epoch,
    /** Whether the visitor of now is the same person as that one, so that what they were typing is theirs still. */
    goesOn: (appUserId: string) => former === appUserId,
    /** The external id of the last token login in this browser, which may be over. */
    externalId: () => stored('externalId') ?? null,
    /** A token login begins: the credential for the calls that follow. The anonymous session ends with it. */
    useJwt(jwt: string, externalId: string) {
      const before = auth.value;
      if (before?.type !== 'jwt' || before.externalId !== externalId) {
        epoch++;
        former = before?.type === 'jwt' ? undefined : appUserId.value;
      }
      auth.value = { type: 'jwt', jwt, externalId };
      store.set(key('externalId'), externalId);
      store.remove(key('sessionToken'));
    },
    /** The doorman's token for the realtime connection of an anonymous session. */
    useWebsocketToken(websocketToken: string) {
      const now = auth.value;
      if (now && now.type !== 'jwt') {
        auth.value = { type: 'doorman', sessionToken: now.sessionToken, websocketToken };
      }
    },
    /** Whether this visitor and the one in storage are anonymous, so that one person may go on as the other. */
    mayFollow: () => auth.value?.type !== 'jwt' && storedAuth() !== undefined,
    /** Takes up who another tab of this browser has become. */
    takeStored,
    /** Which entry in storage tells other tabs that this visitor is gone. */
    idKey: key('appUserId'),
    /** This browser's id, made at first use and then kept. */
    clientId() {
      if (!clientId) {
        clientId = createId().replace(/-/g, '');
        store.set(key('clientId'), clientId);
      }
      return clientId;
    },
    /** The id that makes a repeated creation of this visitor answer the same one; kept until the answer is. */
    creationId() {
      const id = storedId('creationId') ?? createId();
      store.set(key('creationId'), id);
      return id;
    },
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
    /** @param at milliseconds */
    conversationStarted: (at: number) => store.set(key('conversationStartedAt'), String(at)),
    /** @param goesOn whether the same person is about to become another visitor */
    clear(goesOn = false) {
      epoch++;
      former = goesOn ? appUserId.value : undefined;
      batch(() => {
        // Where another tab has become somebody else meanwhile, or is about to, that is theirs to forget.
        const mine = stored('appUserId') === last;
        for (const name of STORED) if (mine) store.remove(key(name));
        auth.value = last = appUserId.value = realtime.value = undefined;
        initializedStatus.value = 'notConnected';
        userCreationStatus.value = 'notConnected';
      });
    },
  };
};
