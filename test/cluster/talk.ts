import { setTimeout as wait } from 'node:timers/promises';
import { AGENT_CHANNEL } from '../../examples/support-desk/shared/channels';
import type { Desk } from '../support/desk';
import { agent, createVisitor, sendText, type Visitor, visitorChannel } from '../support/deskClient';
import { agentExt } from '../support/tickets';
import { type Listener, listenOn } from './listener';

/** A message that the desk has acknowledged, and when, in ms. */
export type Acknowledged = { conversationId: string; text: string; at: number };

/** Visitors and agents who write and listen. */
export type Talk = {
  acknowledged: readonly Acknowledged[];
  /** The answers that were no success, by status; 0 where there was none. */
  failures: ReadonlyMap<number, number>;
  /** How many messages had to be sent more than once. */
  repeated(): number;
  /** Those of these messages that their visitor or the agent with this conversation has not seen. */
  missing(messages: readonly Acknowledged[]): Acknowledged[];
  /** What the database has of all conversations: the texts, in their order. */
  stored(): Promise<Map<string, string[]>>;
  /** Writes no more; resolves once all that was begun is acknowledged. */
  finish(): Promise<void>;
  stop(): void;
};

/** The messages of each person in each conversation. They wait for an answer before they write the next one. */
export const byWriter = (messages: readonly Omit<Acknowledged, 'at'>[]): Record<string, string[]> => {
  const all: Record<string, string[]> = {};
  for (const { conversationId, text } of messages) {
    const [writer] = text.split(',');
    all[`${conversationId}, ${writer}`] = [...(all[`${conversationId}, ${writer}`] ?? []), text];
  }
  return all;
};

type Side = Visitor & { listener: Listener };

const AGAIN_MS = 250;
/** How long the messenger waits for an answer. */
const LONGEST_MS = 15_000;
const NONE = { status: 0 };

type Read = { text: string; received: number };

/**
 * Reads the messages of a conversation, from the newest page back.
 * @param since reads no older page than the one with this time
 */
const messagesOf = async (desk: Desk, { conversationId, call }: Visitor, since = 0): Promise<Read[]> => {
  const all: Read[] = [];
  for (let before = ''; ; before = `?before=${all[0]?.received}`) {
    const { status, body } = await call('GET', `/conversations/${conversationId}/messages${before}`);
    if (status !== 200) throw new Error(`${desk.origin} answered ${status}`);
    all.unshift(
      ...body.messages.map(({ text, received }) => ({ text: text ?? '', received: received ?? 0 })),
    );
    if (!body.hasPrevious || (all[0]?.received ?? 0) <= since) return all;
  }
};

/** Reads what has come into a conversation since the last time, whatever live events have shown of it. */
const createCatchUp = (desk: Desk, visitor: Visitor) => {
  let readTo = 0;
  return async (): Promise<Read[]> => {
    const messages = await messagesOf(desk, visitor, readTo);
    readTo = messages.at(-1)?.received ?? readTo;
    return messages;
  };
};

/**
 * Lets visitors and agents write, each at a steady pace. Who gets no answer sends the same again, as the messenger does.
 * Each agent hears all conversations and has a share of them open. After a loss, it reads the list and the open ones, as
 * the inbox does.
 * @param everyMs how long each of them waits between two messages
 */
export const startTalk = async (
  desk: Desk,
  { visitors, agents, everyMs }: { visitors: number; agents: number; everyMs: number },
): Promise<Talk> => {
  const acknowledged: Acknowledged[] = [];
  const failures = new Map<number, number>();
  let repeated = 0;
  let isOver = false;

  const sides: Side[] = [];
  for (let i = 0; i < visitors; i++) {
    const visitor = await createVisitor(desk);
    const { body } = await visitor.call('GET', `/appusers/${visitor.id}`);
    const listener = await listenOn({
      address: body.settings.realtime.baseUrl,
      channel: visitorChannel(desk, visitor.id),
      ext: { appId: desk.appId, appUserId: visitor.id, sessionToken: visitor.sessionToken },
      readAll: createCatchUp(desk, visitor),
    });
    sides.push({ ...visitor, listener });
  }
  const inboxes = await Promise.all(
    Array.from({ length: agents }, async (_, i) => {
      const { body } = await agent(desk)('GET', '/session');
      const catchUps = sides.filter((_, at) => at % agents === i).map((side) => createCatchUp(desk, side));
      return listenOn({
        address: body.realtime.baseUrl,
        channel: AGENT_CHANNEL,
        ext: agentExt(desk),
        readAll: async () => {
          const { status, body } = await agent(desk)('GET', '/conversations');
          if (status !== 200) throw new Error(`${desk.origin} answered ${status}`);
          const newest = body.conversations.flatMap(({ lastMessage: last }) =>
            last ? [{ text: last.text ?? '' }] : [],
          );
          return [...(await Promise.all(catchUps.map((read) => read()))).flat(), ...newest];
        },
      });
    }),
  );

  /** Sends until it is acknowledged. */
  const deliver = async (conversationId: string, text: string, send: () => Promise<{ status: number }>) => {
    for (let tries = 1; ; tries++) {
      const { status } = await Promise.race([send().catch(() => NONE), wait(LONGEST_MS, NONE)]);
      if (tries === 2) repeated++;
      if (status === 200 || status === 201) {
        acknowledged.push({ conversationId, text, at: performance.now() });
        return;
      }
      failures.set(status, (failures.get(status) ?? 0) + 1);
      await wait(AGAIN_MS);
    }
  };
  const write = async (first: number, say: (n: number) => Promise<void>) => {
    await wait(first);
    for (let n = 0; !isOver; n++) {
      await say(n);
      await wait(everyMs);
    }
  };
  const writing = [
    ...sides.map((side, i) =>
      write((everyMs * i) / visitors, (n) => {
        const text = `visitor ${i}, ${n}`;
        return deliver(side.conversationId, text, () => sendText(side, text, text));
      }),
    ),
    ...inboxes.map((_, i) =>
      write((everyMs * i) / agents, (n) => {
        const { conversationId } = sides[(i + n * agents) % sides.length] as Side;
        const text = `agent ${i}, ${n}`;
        return deliver(conversationId, text, () =>
          agent(desk)('POST', `/conversations/${conversationId}/messages`, { text, referenceId: text }),
        );
      }),
    ),
  ];

  /** Who hears a conversation: its visitor, and the agent who has it open. */
  const hears = new Map(
    sides.map(({ conversationId, listener }, at) => [
      conversationId,
      [listener, ...inboxes.filter((_, i) => at % agents === i)],
    ]),
  );
  return {
    acknowledged,
    failures,
    repeated: () => repeated,
    missing: (messages) =>
      messages.filter(
        ({ conversationId, text }) => !hears.get(conversationId)?.every(({ seen }) => seen.has(text)),
      ),
    stored: async () =>
      new Map(
        await Promise.all(
          sides.map(
            async (side): Promise<[string, string[]]> => [
              side.conversationId,
              (await messagesOf(desk, side)).map(({ text }) => text),
            ],
          ),
        ),
      ),
    finish: async () => {
      isOver = true;
      await Promise.all(writing);
    },
    stop: () => {
      for (const { listener } of sides) listener.stop();
      for (const listener of inboxes) listener.stop();
    },
  };
};
