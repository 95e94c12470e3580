import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { ApiFailure } from '../../model/apiResult';
import type { AgentSession } from '../../model/decode';
import type { OtherTabs } from '../../platform/otherTabs';
import type { SafeStorage } from '../../platform/storage';
import type { AgentApi } from '../../services/api';

/** What earlier versions kept in the browser: the desk's token, and a name for the settings' history. */
const OLD_KEYS = ['porch.agentToken', 'porch.agentName'];

export type SignedIn = AgentSession & { api: AgentApi };

/**
 * Why nobody is signed in any longer: the desk ended the session, another tab did, or this one did without the desk's
 * confirmation, so that its cookie may still be valid.
 */
export type SessionEnd = 'expired' | 'elsewhere' | 'unconfirmed';

/** `unreachable`: the desk did not answer who is signed in. */
export type SessionState =
  | { status: 'opening' }
  | { status: 'signedOut'; ended?: SessionEnd }
  | { status: 'unreachable'; failure: ApiFailure }
  | ({ status: 'signedIn' } & SignedIn);

/** Who is signed in. The credential is a cookie that scripts cannot read, so the inbox asks the desk. */
export type Session = {
  state: ReadonlySignal<SessionState>;
  api: AgentApi;
  /** The token of the one-use link that opened the page, while its page is shown. */
  link: ReadonlySignal<string | undefined>;
  openLink(token: string): void;
  leaveLink(): void;
  /** Asks the desk who is signed in. A signed-in inbox stays as it is, unless the session belongs to another agent now. */
  check(): Promise<void>;
  /** This tab has signed in; notifies other tabs. */
  entered(): Promise<void>;
  /** Ends the session and notifies other tabs. */
  signOut(): Promise<void>;
  /** The desk no longer accepts the session. */
  expire(): void;
  dispose(): void;
};

type SessionDeps = { storage: SafeStorage; api: AgentApi; tabs: OtherTabs };

export const createSession = ({ storage, api, tabs }: SessionDeps): Session => {
  const state = signal<SessionState>({ status: 'opening' });
  const link = signal<string | undefined>(undefined);
  let latest = 0;
  for (const key of OLD_KEYS) storage.remove(key);

  const leave = (ended?: SessionEnd): void => {
    latest += 1;
    state.value = { status: 'signedOut', ended };
  };

  const enter = (answer: AgentSession): void => {
    const now = state.peek();
    if (now.status === 'signedIn' && now.agent.id === answer.agent.id) return;
    state.value = { status: 'signedIn', api, ...answer };
  };

  const check = async (): Promise<void> => {
    latest += 1;
    const mine = latest;
    const before = state.peek();
    if (before.status !== 'signedIn') state.value = { status: 'opening' };
    const answer = await api.session();
    if (mine !== latest) return;
    if (answer.ok) enter(answer.value);
    else if (answer.failure === 'unauthorized') {
      if (before.status === 'signedIn') leave('expired');
      else leave(before.status === 'signedOut' ? before.ended : undefined);
    } else if (before.status !== 'signedIn') state.value = { status: 'unreachable', failure: answer.failure };
  };

  const stopListening = tabs.onTold((what) => {
    if (what === 'in') void check();
    else if (state.peek().status === 'signedIn') leave('elsewhere');
  });

  return {
    state,
    api,
    link,
    openLink: (token) => {
      link.value = token;
    },
    leaveLink: () => {
      link.value = undefined;
    },
    check,
    entered: async () => {
      tabs.tell('in');
      await check();
    },
    signOut: async () => {
      leave();
      tabs.tell('out');
      const mine = latest;
      const answer = await api.signIn.signOut();
      const gone = answer.ok || answer.failure === 'unauthorized';
      if (!gone && mine === latest) leave('unconfirmed');
    },
    expire: () => {
      if (state.peek().status === 'signedIn') leave('expired');
    },
    dispose: stopListening,
  };
};
