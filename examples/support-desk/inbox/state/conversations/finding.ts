import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react';
import type { ApiFailure } from '../../model/apiResult';
import type { AgentApi } from '../../services/api';
import type { Conversations } from './conversations';

/** Whether the open conversation has loaded. `gone`: the desk does not have it. */
type Found = 'found' | 'looking' | 'gone' | ApiFailure;

export type Finding = {
  state: ReadonlySignal<Found>;
  retry(): void;
  /** Reads the open conversation again: a row of the list has only part of it. */
  refresh(): Promise<void>;
  dispose(): void;
};

type FindingDeps = {
  api: Pick<AgentApi, 'conversation'>;
  conversations: Pick<Conversations, 'items' | 'status' | 'moment' | 'absorb' | 'isRemoved' | 'leaveOut'>;
  activeId: ReadonlySignal<string | undefined>;
  onFailure(failure: ApiFailure): void;
};

/** Fetches the open conversation, even if the list does not have it: an address may name an old one. */
export const createFinding = ({ api, conversations, activeId, onFailure }: FindingDeps): Finding => {
  const state = signal<Found>('found');
  const tries = signal(0);
  let latest = 0;

  const look = async (id: string): Promise<void> => {
    latest += 1;
    const mine = latest;
    const asOf = conversations.moment();
    const answer = await api.conversation(id);
    if (answer.ok) return conversations.absorb([answer.value], asOf);
    if (mine !== latest) return;
    const { failure } = answer;
    // It was deleted while the connection was down. It is missing now, and fetched once more.
    if (failure === 'notFound' && missing.peek() === undefined) return conversations.leaveOut(id);
    if (missing.peek() === id) state.value = failure === 'notFound' ? 'gone' : failure;
    if (failure !== 'notFound') onFailure(failure);
  };

  const missing = computed(() => {
    const id = activeId.value;
    return id === undefined || conversations.items.value.some((c) => c._id === id) ? undefined : id;
  });
  const listing = computed(() => conversations.status.value.kind === 'loading');
  const stop = effect(() => {
    const id = missing.value;
    const mayLook = !listing.value && tries.value >= 0;
    untracked(() => {
      latest += 1;
      const isGone = id !== undefined && conversations.isRemoved(id);
      state.value = id === undefined ? 'found' : isGone ? 'gone' : 'looking';
      if (id !== undefined && !isGone && mayLook) void look(id);
    });
  });

  return {
    state,
    retry: () => {
      tries.value += 1;
    },
    refresh: async () => {
      const id = activeId.peek();
      // A missing one is already being fetched.
      if (id !== undefined && missing.peek() === undefined) await look(id);
    },
    dispose: () => {
      latest += 1;
      stop();
    },
  };
};
