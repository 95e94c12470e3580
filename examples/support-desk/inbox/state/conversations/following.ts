import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Followed, NextAct } from '../../model/acts';
import { followUpBodyOf } from '../../model/acts';
import { type ApiFailure, type ApiResult, refusalWords } from '../../model/apiResult';
import type { AgentApi } from '../../services/api';
import type { NextActs, NotDone } from '../writing/nextActs';
import type { FollowedReply } from '../writing/sendQueue';
import type { Conversations } from './conversations';
import type { Thread } from './thread';

/** What the desk does after replies. */
export type Following = {
  /** What was not done after the last reply in this conversation. */
  notDone(id: string): NotDone | undefined;
  /** The conversations in which something was not done. */
  failed: ReadonlySignal<readonly string[]>;
  /** Whether it is being tried again. */
  isTrying: ReadonlySignal<boolean>;
  /** Tries it again, although the agent knows what has changed since. */
  again(id: string): Promise<void>;
  /** The agent leaves it. */
  dismiss(id: string): void;
};

export type FollowingDeps = {
  api: Pick<AgentApi, 'followUp'>;
  nextActs: Pick<NextActs, 'notDone' | 'setNotDone' | 'failed'>;
  conversations: Pick<Conversations, 'get' | 'upsert'>;
  threadOf(id: string): Pick<Thread, 'seen' | 'receive'>;
  /** Float seconds. */
  now(): number;
  onFailure(failure: ApiFailure): void;
};

export const createFollowing = (deps: FollowingDeps) => {
  const { api, nextActs, conversations } = deps;
  const isTrying = signal(false);

  /** Keeps what the desk has refused, with its words. */
  const followed = (
    id: string,
    { messageId, followUp }: FollowedReply,
    answer: ApiResult<Followed>,
  ): void => {
    const { acts } = followUp;
    if (answer.ok) conversations.upsert(answer.value.conversation);
    else deps.onFailure(answer.failure);
    const wrong: { act: NextAct; words: string }[] = answer.ok
      ? answer.value.refused.flatMap(({ index, description: words }) => {
          const act = acts[index];
          return act ? [{ act, words }] : [];
        })
      : acts.map((act) => ({ act, words: refusalWords(answer) }));
    // What an earlier reply left stays until it is done.
    const earlier = nextActs.notDone(id);
    const left = earlier && earlier.messageId !== messageId ? earlier.acts : [];
    const all = [...left, ...wrong];
    nextActs.setNotDone(
      id,
      all.length > 0
        ? { messageId: wrong.length > 0 ? messageId : (earlier?.messageId ?? ''), acts: all }
        : undefined,
    );
  };

  const following: Following = {
    notDone: (id) => nextActs.notDone(id),
    failed: nextActs.failed,
    isTrying,
    again: async (id) => {
      const left = nextActs.notDone(id);
      if (!left || isTrying.peek()) return;
      const conversation = conversations.get(id);
      const received = deps.threadOf(id).seen() ?? conversation?.lastMessage?.received ?? 0;
      const seen = { received, assigneeId: conversation?.assigneeId ?? null };
      const followUp = { acts: left.acts.map(({ act }) => act), seen };
      isTrying.value = true;
      const answer = await api.followUp(id, left.messageId, followUpBodyOf(followUp, deps.now()));
      isTrying.value = false;
      if (answer.ok) for (const message of answer.value.messages) deps.threadOf(id).receive(message);
      followed(id, { messageId: left.messageId, followUp }, answer);
    },
    dismiss: (id) => nextActs.setNotDone(id, undefined),
  };
  return { following, followed };
};
