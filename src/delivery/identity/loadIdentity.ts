import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-react';
import { createLazy } from '../../platform/lazy';
import { createUserCalls } from '../../services/userCalls';
import type { Chunks } from '../chunks';
import type { ApplyLoginDeps } from './applyLogin';
import type { Identity, IdentityDeps } from './identity';

type Deps = Omit<
  IdentityDeps,
  'messaging' | 'takeAnswer' | 'setLoggingIn' | 'setLoggingOut' | 'authentication' | 'loginOver'
> &
  ApplyLoginDeps & { chunks: Pick<Chunks, 'identity'> };

export type IdentityLoader = {
  authentication: {
    isUserLoggingIn: ReadonlySignal<boolean>;
    isUserLoggingOut: ReadonlySignal<boolean>;
  };
  /**
   * Resolves when no login is pending, whatever its result. Messages written during a login wait for it: they
   * belong to that user, and no anonymous visitor is created for them.
   */
  loginOver(): Promise<void>;
  /**
   * Holds messages back, and the creation of a visitor, until the visitor is known.
   * @returns ends this
   */
  hold(): () => void;
  /** Continues as the user whom another tab has logged in with a token. Never rejects. */
  follow(): Promise<void>;
  /** The identity chunk if it was requested, else undefined; never starts the load. */
  loaded(): Promise<Identity> | undefined;
  load(): Promise<Identity>;
  /** Resolves when the last requested logout has ended the session, or could not be loaded. */
  left(): Promise<void>;
  /** A logout is requested. @param departure resolves as `left` then does */
  leave(departure: Promise<void>): void;
};

/** Stands in for login and logout, whose lazy chunk most visitors never load. */
export const createIdentityLoader = (deps: Deps): IdentityLoader => {
  const loggingIn = signal(false);
  /** How many requested logins still wait for the chunk. */
  const asked = signal(0);
  // True from the call on, even while the chunk loads, so that no anonymous visitor is created first.
  const isUserLoggingIn = computed(() => loggingIn.value || asked.value > 0);
  const isUserLoggingOut = signal(false);
  const authentication = { isUserLoggingIn, isUserLoggingOut };
  let leaving = Promise.resolve();
  const hold = () => {
    asked.value++;
    return () => {
      asked.value--;
    };
  };
  const loginOver = () =>
    new Promise<void>((resolve) => {
      const off = effect(() => {
        if (isUserLoggingIn.value) return;
        resolve();
        queueMicrotask(() => off());
      });
    });
  const load = createLazy(async () => {
    const { createIdentity, createApplyLogin } = await deps.chunks.identity();
    return createIdentity({
      ...deps,
      ...{ authentication, loginOver },
      messaging: createUserCalls(deps.http),
      takeAnswer: createApplyLogin(deps),
      setLoggingIn: (now) => {
        loggingIn.value = now;
      },
      setLoggingOut: (now) => {
        isUserLoggingOut.value = now;
      },
    });
  });
  return {
    authentication,
    loginOver,
    hold,
    follow: () =>
      load().then(
        (i) => i.follow(),
        () => {},
      ),
    loaded: load.begun,
    load,
    left: () => leaving,
    leave(departure) {
      leaving = departure;
    },
  };
};
