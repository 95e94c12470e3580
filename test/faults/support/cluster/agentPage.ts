import type { ApiResult } from '../../../../examples/support-desk/inbox/model/apiResult';
import {
  createThread,
  type Thread,
  type ThreadDeps,
} from '../../../../examples/support-desk/inbox/state/conversations/thread';
import type { AgentEvent } from '../../../../examples/support-desk/shared/answers/events';
import type { AgentMessage } from '../../../../examples/support-desk/shared/answers/messages';
import { AGENT_CHANNEL } from '../../../../examples/support-desk/shared/channels';
import type { Service } from '../service';
import type { Time } from '../time';
import { createBareClient } from './bareClient';

/** As the inbox waits before it connects again. */
const AGAIN_MS = 1000;

/** Calls the agent API of any process. */
const createApi = (time: Time, service: Service) => {
  const get = async <T>(path: string): Promise<ApiResult<T>> => {
    const desk = service.forAgent()?.desk;
    if (!desk) return { ok: false, failure: 'network' };
    return time.busy(
      desk.agent.call('GET', path).then(
        (value) => ({ ok: true, value: value as T }) as const,
        () => ({ ok: false, failure: 'server' }) as const,
      ),
    );
  };
  return {
    list: () => get<{ conversations: { _id: string }[] }>('/conversations'),
    messages: (id: string, before?: number) =>
      get<{ messages: AgentMessage[]; hasPrevious: boolean }>(
        `/conversations/${id}/messages${before === undefined ? '' : `?before=${before}`}`,
      ),
    happenings: async () => ({ ok: true, value: [] }) as const,
  };
};

/** An agent's page with every conversation open. Its threads are the inbox's own. */
export const createAgentPage = (time: Time, service: Service) => {
  const api = createApi(time, service);
  const deps = {
    api,
    unsentReplies: { get: () => [], set: () => undefined, files: new Map() },
    agentName: () => 'Agent',
    newId: () => 'unused',
    clock: time,
    now: () => time.now() / 1000,
    onFailure: () => undefined,
    retryLater: () => undefined,
    onSent: () => undefined,
  } as unknown as ThreadDeps;
  const threads = new Map<string, Thread>();
  /** The messages that one connection has brought twice. */
  const doubled: string[] = [];
  let client: { close(): void } | undefined;
  let isClosed = false;

  const threadOf = (id: string): Thread => {
    const known = threads.get(id);
    if (known) return known;
    const thread = createThread(id, deps);
    threads.set(id, thread);
    void thread.refresh();
    return thread;
  };
  const catchUp = async (): Promise<void> => {
    const listed = await api.list();
    if (!listed.ok) return;
    for (const { _id } of listed.value.conversations) void threadOf(_id).refresh();
  };
  const connect = (): void => {
    if (isClosed) return;
    const server = service.forAgent();
    if (!server) return void time.after(AGAIN_MS, connect);
    const brought = new Set<string>();
    client = createBareClient(
      server,
      AGENT_CHANNEL,
      () => time.busy(server.desk.agent.call('POST', '/tickets') as Promise<{ ticket: string }>),
      {
        ready: () => void catchUp(),
        event: (said) => {
          const event = said as AgentEvent;
          if (event.type !== 'message') return;
          const { _id } = event.message;
          if (brought.has(_id)) doubled.push(_id);
          brought.add(_id);
          threadOf(event.conversation._id).receive(event.message);
        },
        closed: () => void time.after(AGAIN_MS, connect),
      },
    );
  };
  connect();
  return {
    doubled,
    /** The ids of the messages shown for a conversation, in their order. */
    shown: (id: string): string[] =>
      threads
        .get(id)
        ?.entries.peek()
        .map(({ message }) => message._id) ?? [],
    /** Its connection is lost, and the next one may reach the other process. */
    cut: () => client?.close(),
    close() {
      isClosed = true;
      client?.close();
      for (const thread of threads.values()) thread.dispose();
    },
  };
};
