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
  /** Uses the given token, else the stored one; without any, the state is `signedOut`. */
  start(token?: string): Promise<void>;
  signIn(token: string): Promise<void>;
  /** Tries the token of an `unreachable` session again. */
  retry(): Promise<void>;
  signOut(): void;
  /** The desk no longer takes the token. */
  expire(): void;
};

export type SessionDeps = { storage: SafeStorage; createApi(token: string): AgentApi };

/** Who is signed in. The token is stored only once the desk has accepted it. */
export const createSession = ({ storage, createApi }: SessionDeps): Session => {
  const state = signal<SessionState>({ status: 'opening' });
  let latest = 0;
  let pendingToken: string | undefined;

  const leave = (failure?: ApiFailure | 'expired'): void => {
    latest += 1;
    pendingToken = undefined;
    storage.remove(TOKEN_KEY);
    state.value = { status: 'signedOut', failure };
  };

  const check = async (token: string, status: 'opening' | 'checking'): Promise<void> => {
    latest += 1;
    const mine = latest;
    pendingToken = token;
    state.value = { status };
    const api = createApi(token);
    const answer = await api.session();
    if (mine !== latest) return;
    if (answer.ok) {
      storage.set(TOKEN_KEY, token);
      state.value = { status: 'signedIn', token, api, ...answer.value };
    } else if (answer.failure === 'unauthorized') leave('unauthorized');
    else state.value = { status: 'unreachable', failure: answer.failure };
  };

  const signIn = async (token: string, status: 'opening' | 'checking'): Promise<void> => {
    const trimmed = token.trim();
    // A header cannot carry other characters, so no desk can have given out such a token.
    if (!/^[\x21-\x7e]+$/.test(trimmed)) return leave('unauthorized');
    await check(trimmed, status);
  };

  return {
    state,
    signIn: (token) => signIn(token, 'checking'),
    start: async (token) => {
      const known = token || storage.get(TOKEN_KEY);
      if (known) await signIn(known, 'opening');
      else state.value = { status: 'signedOut' };
    },
    retry: async () => {
      if (pendingToken) await check(pendingToken, 'opening');
    },
    signOut: () => leave(),
    expire: () => {
      if (state.value.status === 'signedIn') leave('expired');
    },
  };
};
