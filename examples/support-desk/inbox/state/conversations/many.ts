import type { Clock } from '@porch/messenger/platform/clock';
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import { type ApiFailure, failureWords } from '../../model/apiResult';
import type { Refused, Task } from '../../model/manyWords';
import type { AgentApi } from '../../services/api';
import { UNDO_MS } from '../writing/undo';
import type { UnsentReplies } from '../writing/unsentReplies';
import type { Conversations } from './conversations';
import { createCalls, KEPT_ALIVE } from './manyCalls';

type Refusal = { task: Task; refused: readonly Refused[] };

/** Does one thing to many conversations. */
export type Many = {
  /** The newest task that can still be undone, or is being done. */
  waiting: ReadonlySignal<{ task: Task; count: number; canUndo: boolean } | undefined>;
  /** How many conversations the last task has changed. */
  done: ReadonlySignal<{ task: Task; count: number } | undefined>;
  /** What the desk refused, by task, until it is dismissed or tried again. */
  refusals: ReadonlySignal<readonly Refusal[]>;
  /** Whether more rows wait than a closing page can send. */
  holdsRows: ReadonlySignal<boolean>;
  /** Begins a task; one that can still be undone is done at once. */
  act(task: Task, on: readonly AgentConversation[]): void;
  undo(): void;
  /** Tries again with what was refused. */
  again(refusal: Refusal): void;
  /** Removes what was refused, or the words of what was done. */
  dismiss(refusal?: Refusal): void;
  /** Does at once what can still be undone. @param leaving the page is closing: no call waits for another */
  sendWaiting(leaving?: boolean): Promise<void>;
  dispose(): void;
};

type ManyDeps = {
  api: Pick<AgentApi, 'many'>;
  clock: Pick<Clock, 'after'>;
  conversations: Pick<Conversations, 'get' | 'upsert'>;
  unsentReplies: Pick<UnsentReplies, 'waits'>;
  onFailure(failure: ApiFailure): void;
};

/** A task on some rows. */
type Doing = {
  task: Task;
  count: number;
  canUndo: boolean;
  stop(): void;
  run(): Promise<void>;
  /** Sends the rest at once. */
  hurry(): void;
};

/** The newest message that the agent may have read is that of the row at this moment. */
const seenOf = ({ lastMessage, lastUpdatedAt, assigneeId }: AgentConversation) => ({
  received: lastMessage?.received ?? lastUpdatedAt,
  assigneeId: assigneeId ?? null,
});

const refuse = ({ _id, displayName }: AgentConversation, words: string): Refused => ({
  id: _id,
  name: displayName,
  words,
});

const isSame = (a: Task, b: Task): boolean =>
  a.act === b.act && a.agentId === b.agentId && a.tag === b.tag && a.until === b.until;

/** One refusal for each task. */
const withRefusal = (all: readonly Refusal[], { task, refused }: Refusal): Refusal[] => {
  const before = all.find((one) => isSame(one.task, task))?.refused ?? [];
  const others = before.filter(({ id }) => !refused.some((one) => one.id === id));
  return [...all.filter((one) => !isSame(one.task, task)), { task, refused: [...others, ...refused] }];
};

export const createMany = ({ api, clock, conversations, unsentReplies, onFailure }: ManyDeps): Many => {
  const doing = signal<readonly Doing[]>([]);
  const done = signal<{ task: Task; count: number } | undefined>(undefined);
  const refusals = signal<readonly Refusal[]>([]);
  /** The rows as tasks have changed them since they were chosen for the next one. */
  const own = new Map<string, AgentConversation>();
  const held = (): Doing | undefined => doing.peek().find(({ canUndo }) => canUndo);

  /** Up to a hundred of them. @returns what the desk refused */
  const ask = async (
    task: Task,
    some: readonly AgentConversation[],
    keepalive: boolean,
  ): Promise<readonly Refused[]> => {
    if (some.length === 0) return [];
    const items = some.map((c) => ({ id: c._id, seen: seenOf(own.get(c._id) ?? c) }));
    const answer = await api.many({ ...task, conversations: items }, { keepalive });
    if (!answer.ok) {
      onFailure(answer.failure);
      return some.map((c) => refuse(c, failureWords[answer.failure]));
    }
    const results = new Map(answer.value.map((result) => [result.id, result]));
    batch(() => {
      for (const { conversation } of results.values()) {
        if (!conversation) continue;
        conversations.upsert(conversation);
        own.set(conversation._id, conversation);
      }
    });
    return some.flatMap((c) => {
      const result = results.get(c._id);
      return result?.conversation ? [] : [refuse(c, result?.refusal ?? failureWords.server)];
    });
  };

  const isUnsent = (task: Task, { _id }: AgentConversation): boolean =>
    task.act === 'close' && unsentReplies.waits(_id);

  const begin = (task: Task, on: readonly AgentConversation[]): Doing => {
    const calls = createCalls(on, async (some, keepalive) => [
      ...some.filter((c) => isUnsent(task, c)).map((c) => refuse(c, 'a message here was not sent')),
      ...(await ask(
        task,
        some.filter((c) => !isUnsent(task, c)),
        keepalive,
      )),
    ]);
    const one: Doing = {
      task,
      count: on.length,
      canUndo: true,
      stop: clock.after(UNDO_MS, () => void one.run()),
      hurry: calls.hurry,
      run: async () => {
        one.stop();
        doing.value = doing.peek().map((other) => (other === one ? { ...one, canUndo: false } : other));
        const refused = await calls.refused();
        batch(() => {
          doing.value = doing.peek().filter(({ run }) => run !== one.run);
          if (doing.peek().length === 0) own.clear();
          const count = on.length - refused.length;
          done.value = count > 0 ? { task, count } : undefined;
          if (refused.length > 0) refusals.value = withRefusal(refusals.peek(), { task, refused });
        });
      },
    };
    return one;
  };

  const act: Many['act'] = (task, on) => {
    if (on.length === 0) return;
    void held()?.run();
    batch(() => {
      done.value = undefined;
      doing.value = [...doing.peek(), begin(task, on)];
    });
  };

  const dismiss: Many['dismiss'] = (refusal) => {
    if (refusal) refusals.value = refusals.peek().filter((one) => one !== refusal);
    else done.value = undefined;
  };

  return {
    waiting: computed(() => doing.value.at(-1)),
    done,
    refusals,
    holdsRows: computed(() => doing.value.reduce((sum, { count }) => sum + count, 0) > KEPT_ALIVE),
    act,
    undo: () => {
      held()?.stop();
      doing.value = doing.peek().filter(({ canUndo }) => !canUndo);
    },
    again: (refusal) => {
      dismiss(refusal);
      act(
        refusal.task,
        refusal.refused.flatMap(({ id }) => conversations.get(id) ?? []),
      );
    },
    dismiss,
    sendWaiting: async (leaving) => {
      if (leaving) for (const one of doing.peek()) one.hurry();
      await held()?.run();
    },
    dispose: () => held()?.stop(),
  };
};
