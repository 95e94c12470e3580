import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentApi } from '../api';
import type { ApiFailure } from '../apiResult';
import type { AgentSession } from '../model/decode';
import type { SafeStorage } from './storage';

const TOKEN_KEY = 'porch.agentToken';

export type SignedIn = AgentSession & { token: string; api: AgentApi };

/**
 * `signedOut` may carry the reason. `unreachable` has a token that could not be checked. `opening` checks a
 * token that the agent did not type.
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
   * Signs in with the stored token; without one the state is `signedOut`. A token from the address replaces
   * the stored one, and the signed-in agent, only after the desk has accepted it, because anyone can craft
   * such an address.
   */
  start(token?: string): Promise<void>;
  signIn(token: string): Promise<void>;
  /** Tries the token of an `unreachable` session again. */
  retry(): Promise<void>;
  signOut(): void;
  /** Signs out because the desk no longer accepts the token. */
  expire(): void;
};

export type SessionDeps = { storage: SafeStorage; createApi(token: string): AgentApi };

/** Whether a header can carry this token. The desk never issues tokens with other characters. */
const isToken = (token: string): boolean => /^[\x21-\x7e]+$/.test(token);

/** Manages who is signed in. A token is stored only after the desk has accepted it. */
export const createSession = ({ storage, createApi }: SessionDeps): Session => {
  const state = signal<SessionState>({ status: 'opening' });
  let latest = 0;
  let pendingToken: string | undefined;

  const leave = (failure?: ApiFailure | 'expired'): void => {
    latest += 1;
    pendingToken = undefined;
    state.value = { status: 'signedOut', failure };
  };

  /** Removes the stored token, unless another tab has stored a different one since. */
  const forget = (token: string): void => {
    if (storage.get(TOKEN_KEY) === token) storage.remove(TOKEN_KEY);
  };

  const enter = (token: string, api: AgentApi, session: AgentSession): void => {
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

  /** @returns whether the token replaced the previous one */
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
