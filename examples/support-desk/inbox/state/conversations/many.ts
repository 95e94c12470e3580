import type { Clock } from '@porch/messenger/platform/clock';
import { batch, type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import { MOST_AT_ONCE } from '../../../shared/lists';
import { type ApiFailure, failureWords } from '../../model/apiResult';
import type { Refused, Task } from '../../model/manyWords';
import type { AgentApi } from '../../services/api';
import type { Undo } from '../writing/undo';
import type { UnsentReplies } from '../writing/unsentReplies';
import type { Conversations } from './conversations';

/** Does one thing to many conversations. */
export type Many = {
  /** What can still be undone, or is being done. */
  waiting: ReadonlySignal<{ task: Task; count: number; canUndo: boolean } | undefined>;
  /** What the last task has changed, and what the desk refused. */
  outcome: ReadonlySignal<{ task: Task; done: number; refused: readonly Refused[] } | undefined>;
  /** Begins a task; one that can still be undone is done at once. */
  act(task: Task, on: readonly AgentConversation[]): void;
  undo(): void;
  /** Tries again with what was refused. */
  again(): void;
  dismiss(): void;
  /** Does at once what can still be undone. @param leaving the page is closing */
  sendWaiting(leaving?: boolean): Promise<void>;
  dispose(): void;
};

type ManyDeps = {
  api: Pick<AgentApi, 'many'>;
  clock: Pick<Clock, 'after'>;
  undo: Pick<Undo, 'waitMs'>;
  conversations: Pick<Conversations, 'get' | 'upsert'>;
  unsentReplies: Pick<UnsentReplies, 'waits'>;
  onFailure(failure: ApiFailure): void;
};

/** The newest message that the agent may have read is that of the row at this moment. */
const seenOf = ({ lastMessage, lastUpdatedAt }: AgentConversation) => ({
  received: lastMessage?.received ?? lastUpdatedAt,
});

const refuse = ({ _id, displayName }: AgentConversation, words: string): Refused => ({
  id: _id,
  name: displayName,
  words,
});

export const createMany = ({ api, clock, undo, conversations, unsentReplies, onFailure }: ManyDeps): Many => {
  const waiting = signal<{ task: Task; count: number; canUndo: boolean } | undefined>(undefined);
  const outcome = signal<{ task: Task; done: number; refused: readonly Refused[] } | undefined>(undefined);
  let held: { stop(): void; run(leaving?: boolean): Promise<void> } | undefined;

  /** Up to a hundred of them. @returns what the desk refused */
  const ask = async (
    task: Task,
    some: readonly AgentConversation[],
    leaving: boolean,
  ): Promise<Refused[]> => {
    const needsSeen = task.act === 'close' || task.act === 'snooze';
    const items = some.map((c) => ({ id: c._id, ...(needsSeen && { seen: seenOf(c) }) }));
    const answer = await api.many({ ...task, conversations: items }, { keepalive: leaving });
    if (!answer.ok) {
      onFailure(answer.failure);
      return some.map((c) => refuse(c, failureWords[answer.failure]));
    }
    const results = new Map(answer.value.map((result) => [result.id, result]));
    batch(() => {
      for (const { conversation } of results.values()) if (conversation) conversations.upsert(conversation);
    });
    return some.flatMap((c) => {
      const result = results.get(c._id);
      return result?.conversation ? [] : [refuse(c, result?.refusal ?? failureWords.server)];
    });
  };

  const run = async (task: Task, on: readonly AgentConversation[], leaving = false): Promise<void> => {
    held = undefined;
    waiting.value = { task, count: on.length, canUndo: false };
    const isUnsent = ({ _id }: AgentConversation) => task.act === 'close' && unsentReplies.waits(_id);
    const refused = on.filter(isUnsent).map((c) => refuse(c, 'a message here was not sent'));
    const able = on.filter((c) => !isUnsent(c));
    for (let at = 0; at < able.length; at += MOST_AT_ONCE)
      refused.push(...(await ask(task, able.slice(at, at + MOST_AT_ONCE), leaving)));
    batch(() => {
      if (!held) waiting.value = undefined;
      outcome.value = { task, done: on.length - refused.length, refused };
    });
  };

  const act: Many['act'] = (task, on) => {
    if (on.length === 0) return;
    held?.stop();
    void held?.run();
    outcome.value = undefined;
    const wait = undo.waitMs();
    if (wait === 0) return void run(task, on);
    waiting.value = { task, count: on.length, canUndo: true };
    held = { stop: clock.after(wait, () => void run(task, on)), run: (leaving) => run(task, on, leaving) };
  };

  return {
    waiting,
    outcome,
    act,
    undo: () => {
      held?.stop();
      held = undefined;
      waiting.value = undefined;
    },
    again: () => {
      const { task, refused } = outcome.peek() ?? {};
      if (task) act(task, refused?.flatMap(({ id }) => conversations.get(id) ?? []) ?? []);
    },
    dismiss: () => {
      outcome.value = undefined;
    },
    sendWaiting: async (leaving) => {
      held?.stop();
      await held?.run(leaving);
    },
    dispose: () => held?.stop(),
  };
};
