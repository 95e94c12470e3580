import { computed, effect, signal } from '@preact/signals-react';
import type { Tell } from '../../services/requestError';
import type { Chunks } from '../chunks';
import type { createIdentity, createTakeLogin, Identity } from './identity';

type Deps = Omit<
  Parameters<typeof createIdentity>[0],
  'messaging' | 'takeAnswer' | 'setLoggingIn' | 'setLoggingOut' | 'authentication'
> &
  Parameters<typeof createTakeLogin>[0];

export type IdentityLoader = ReturnType<typeof createIdentityLoader>;

/** Stands in for login and logout, whose lazy chunk most visitors never load. */
export const createIdentityLoader = (deps: Deps & { chunks: Pick<Chunks, 'identity'>; tell: Tell }) => {
  const loggingIn = signal(false);
  /** How many requested logins still wait for the chunk. */
  const asked = signal(0);
  // True from the call on, also while the chunk loads, so that no anonymous visitor is created meanwhile.
  const isUserLoggingIn = computed(() => loggingIn.value || asked.value > 0);
  const isUserLoggingOut = signal(false);
  const authentication = { isUserLoggingIn, isUserLoggingOut };
  /** `over` resolves when a requested logout has ended the session, or could not be loaded. */
  const leaving = { over: Promise.resolve() };
  let loading: Promise<Identity> | undefined;
  const load = () => {
    loading ??= deps.chunks.identity().then(({ createIdentity, createTakeLogin, createUserCalls }) =>
      createIdentity({
        ...deps,
        authentication,
        messaging: createUserCalls(deps.http),
        takeAnswer: createTakeLogin(deps),
        setLoggingIn: (now) => {
          loggingIn.value = now;
        },
        setLoggingOut: (now) => {
          isUserLoggingOut.value = now;
        },
      }),
    );
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  return {
    authentication,
    /**
     * Resolves when no login is pending, whatever its result. Messages written during a login wait for it: they
     * belong to that user, and no anonymous visitor is created for them.
     */
    loginOver: () =>
      new Promise<void>((resolve) => {
        if (!isUserLoggingIn.value) return resolve();
        const off = effect(() => {
          if (isUserLoggingIn.value) return;
          resolve();
          queueMicrotask(() => off());
        });
      }),
    /**
     * Keeps messages waiting, and no visitor from being made, until the visitor is decided.
     * @returns the end of it
     */
    hold(): () => void {
      asked.value++;
      return () => {
        asked.value--;
      };
    },
    /** The identity chunk if it was requested, else undefined; never starts the load. */
    loaded: () => loading,
    load,
    leaving,
    /** What `createLogins` needs for the page's calls. */
    logins: { load, asked, leaving, tell: deps.tell },
  };
};
