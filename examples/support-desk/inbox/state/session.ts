import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentSessionAnswer } from '../../shared/agentApi';
import type { AgentApi, ApiFailure } from '../api';
import type { SafeStorage } from './storage';

const TOKEN_KEY = 'porch.agentToken';

export type SignedIn = AgentSessionAnswer & { token: string; api: AgentApi };

/**
 * `signedOut` may carry why; `unreachable` still has a token that could not be checked; `opening` is the check of a
 * token that the agent has not typed.
 */
export type SessionState =
  | { status: 'signedOut'; failure?: ApiFailure | 'expired' }
  | { status: 'opening' }
  | { status: 'checking' }
  | { status: 'unreachable'; failure: ApiFailure }
  | ({ status: 'signedIn' } & SignedIn);

export type Session = {
  state: ReadonlySignal<SessionState>;
  /**
   * Uses the stored token; without any, the state is `signedOut`. A token that the address gave takes its place, and that of
   * the one who is signed in, only once the desk has accepted it: anybody can write such an address.
   */
  start(token?: string): Promise<void>;
  signIn(token: string): Promise<void>;
  /** Tries the token of an `unreachable` session again. */
  retry(): Promise<void>;
  signOut(): void;
  /** The desk no longer takes the token. */
  expire(): void;
};

export type SessionDeps = { storage: SafeStorage; createApi(token: string): AgentApi };

/** A header cannot carry other characters, so no desk can have given out a token with them. */
const isToken = (token: string): boolean => /^[\x21-\x7e]+$/.test(token);

/** Who is signed in. The token is stored only once the desk has accepted it. */
export const createSession = ({ storage, createApi }: SessionDeps): Session => {
  const state = signal<SessionState>({ status: 'opening' });
  let latest = 0;
  let pendingToken: string | undefined;

  const leave = (failure?: ApiFailure | 'expired'): void => {
    latest += 1;
    pendingToken = undefined;
    state.value = { status: 'signedOut', failure };
  };

  /** Another tab may have stored a good one since. */
  const forget = (token: string): void => {
    if (storage.get(TOKEN_KEY) === token) storage.remove(TOKEN_KEY);
  };

  const enter = (token: string, api: AgentApi, session: AgentSessionAnswer): void => {
    pendingToken = undefined;
    storage.set(TOKEN_KEY, token);
    state.value = { status: 'signedIn', token, api, ...session };
  };

  const check = async (token: string, status: 'opening' | 'checking'): Promise<void> => {
    latest += 1;
    const mine = latest;
    pendingToken = token;
    state.value = { status };
    const api = createApi(token);
    const answer = await api.session();
    if (mine !== latest) return;
    if (answer.ok) enter(token, api, answer.value);
    else if (answer.failure === 'unauthorized') {
      forget(token);
      leave('unauthorized');
    } else state.value = { status: 'unreachable', failure: answer.failure };
  };

  const signIn = async (given: string, status: 'opening' | 'checking'): Promise<void> => {
    const token = given.trim();
    if (isToken(token)) await check(token, status);
    else leave('unauthorized');
  };

  /** @returns whether the token took the place of the one there was */
  const replace = async (token: string): Promise<boolean> => {
    if (!isToken(token)) return false;
    const mine = latest;
    const api = createApi(token);
    const answer = await api.session();
    if (mine !== latest || !answer.ok) return false;
    latest += 1;
    enter(token, api, answer.value);
    return true;
  };

  return {
    state,
    signIn: (token) => signIn(token, 'checking'),
    start: async (token) => {
      const stored = storage.get(TOKEN_KEY);
      const given = token?.trim();
      if (token !== undefined && state.value.status === 'signedIn') {
        if (given !== state.value.token) await replace(given ?? '');
        return;
      }
      if (given && stored && given !== stored && (await replace(given))) return;
      const known = stored || given;
      if (known) await signIn(known, 'opening');
      else state.value = { status: 'signedOut' };
    },
    retry: async () => {
      if (pendingToken) await check(pendingToken, 'opening');
    },
    signOut: () => {
      storage.remove(TOKEN_KEY);
      leave();
    },
    expire: () => {
      if (state.value.status !== 'signedIn') return;
      forget(state.value.token);
      leave('expired');
    },
  };
};
