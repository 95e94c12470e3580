import { batch, type ReadonlySignal, signal } from '@preact/signals-react';
import type { Store } from '../platform/storage';
import type { AppUser, RealtimeSettings } from '../wire/user';
import type { Status } from './status';

/** How the visitor proves who they are (SPEC.md section 6); the anonymous session's token is the one so far. */
export type Auth = { type: 'sessionToken'; sessionToken: string };

/** Takes any text, as anything may stand in storage; `btoa` alone throws beyond Latin-1. */
const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

export type User = ReturnType<typeof createUser>;

/**
 * Who the visitor is. "Browser storage per integration holds appUserId, sessionToken, clientId,
 * conversationStartedAt" (SPEC.md section 3 'User state').
 */
export const createUser = (deps: { store: Store; integrationId: string; createId: () => string }) => {
  const { store, createId } = deps;
  const key = (name: string) => `${deps.integrationId}.${name}`;
  const storedAuth = (): Auth | undefined => {
    const sessionToken = store.get(key('sessionToken'));
    return sessionToken ? { type: 'sessionToken', sessionToken } : undefined;
  };
  const auth = signal<Auth | undefined>(storedAuth());
  const appUserId = signal(auth.value ? (store.get(key('appUserId')) ?? undefined) : undefined);
  const initializedStatus = signal<Status>('notConnected');
  const userCreationStatus = signal<Status>('notConnected');
  const realtime = signal<RealtimeSettings | undefined>(undefined);
  let clientId = store.get(key('clientId'));

  return {
    appUserId: appUserId as ReadonlySignal<string | undefined>,
    auth: auth as ReadonlySignal<Auth | undefined>,
    realtime: realtime as ReadonlySignal<RealtimeSettings | undefined>,
    initializedStatus,
    userCreationStatus,
    /** The Authorization header of SPEC.md section 7, where there is a credential. */
    authorization: () =>
      auth.value && `Basic ${base64(`${appUserId.value ?? ''}:${auth.value.sessionToken}`)}`,
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
      const id = store.get(key('creationId')) ?? createId();
      store.set(key('creationId'), id);
      return id;
    },
    signIn(user: AppUser, sessionToken: string | undefined, settings: RealtimeSettings | undefined) {
      batch(() => {
        if (sessionToken) {
          auth.value = { type: 'sessionToken', sessionToken };
          store.set(key('sessionToken'), sessionToken);
        }
        appUserId.value = user._id;
        store.set(key('appUserId'), user._id);
        store.remove(key('creationId'));
        realtime.value = settings ?? realtime.value;
      });
    },
    /** @param at milliseconds */
    conversationStarted: (at: number) => store.set(key('conversationStartedAt'), String(at)),
    clear() {
      batch(() => {
        for (const name of ['appUserId', 'sessionToken', 'conversationStartedAt', 'creationId'])
          store.remove(key(name));
        auth.value = undefined;
        appUserId.value = undefined;
        realtime.value = undefined;
        initializedStatus.value = 'notConnected';
        userCreationStatus.value = 'notConnected';
      });
    },
  };
};
