import { setTimeout as wait } from 'node:timers/promises';
import { AGENT_CHANNEL } from '../../examples/support-desk/shared/channels';
import type { Desk } from '../support/desk';
import {
  agent,
  createVisitor,
  fayeClient,
  sendText,
  type Visitor,
  visitorChannel,
} from '../support/deskClient';
import { agentExt } from '../support/tickets';
import { sendSteadily } from './sendSteadily';

const VISITORS = 200;
const AGENTS = 3;
/** How long the last messages may take to arrive, ms. */
const LAST_MS = 20_000;

type Compared = { lost: number; doubled: number };

export type MessagesSeen = {
  sent: number;
  /** Messages that the desk did not take. */
  refused: number;
  /** Messages taken that are missing, or there twice. */
  stored: Compared;
  /** The same of what arrived live on the other side. */
  live: Compared;
  /** From sending to arriving live on the other side, ms. */
  toAgents: number[];
  toVisitors: number[];
};

/** @param each how often each text must be there */
const compare = (sent: Iterable<string>, seen: readonly string[], each = 1): Compared => {
  const counts = new Map<string, number>();
  for (const text of seen) counts.set(text, (counts.get(text) ?? 0) + 1);
  const found = { lost: 0, doubled: 0 };
  for (const text of sent) {
    const count = counts.get(text) ?? 0;
    if (count < each) found.lost += 1;
    if (count > each) found.doubled += 1;
  }
  return found;
};

/** Collects the texts that arrive on a channel, and when each first did. */
const collect = (into: { texts: string[]; times: Map<string, number> }) => {
  return ({ events }: { events: { type: string; message?: { text?: unknown } }[] }): void => {
    for (const { type, message } of events) {
      if (type !== 'message' || typeof message?.text !== 'string') continue;
      into.texts.push(message.text);
      if (!into.times.has(message.text)) into.times.set(message.text, performance.now());
    }
  };
};

const readAll = async (desk: Desk, { conversationId }: Visitor): Promise<string[]> => {
  const texts: string[] = [];
  let before = '';
  for (;;) {
    const { body } = await agent(desk)('GET', `/conversations/${conversationId}/messages${before}`);
    texts.push(...body.messages.map(({ text }) => String(text)));
    const [oldest] = body.messages;
    if (!body.hasPrevious || !oldest) return texts;
    before = `?before=${oldest.received}`;
  }
};

/**
 * Sends messages at a steady rate, one half by visitors and one half by agents, while both listen.
 * @param perSecond messages in a second
 * @param seconds how long
 */
export const loadWithMessages = async (
  desk: Desk,
  perSecond: number,
  seconds: number,
): Promise<MessagesSeen> => {
  const visitors: Visitor[] = [];
  while (visitors.length < VISITORS) visitors.push(await createVisitor(desk));
  const atAgents = { texts: [] as string[], times: new Map<string, number>() };
  const atVisitors = { texts: [] as string[], times: new Map<string, number>() };
  const clients = visitors.map(({ id, sessionToken }) => {
    const client = fayeClient(desk, { appId: desk.appId, appUserId: id, sessionToken });
    return { client, subscribed: client.subscribe(visitorChannel(desk, id), collect(atVisitors)) };
  });
  for (let n = 0; n < AGENTS; n++) {
    const client = fayeClient(desk, agentExt(desk));
    clients.push({ client, subscribed: client.subscribe(AGENT_CHANNEL, collect(atAgents)) });
  }
  await Promise.all(clients.map(({ subscribed }) => subscribed));

  const sentAt = new Map<string, number>();
  const byVisitors: string[] = [];
  const byAgents: string[] = [];
  let refused = 0;
  const count = perSecond * seconds;
  await sendSteadily(perSecond, count, async (n) => {
    const text = `message ${n}`;
    const visitor = visitors[Math.floor(n / 2) % VISITORS] as Visitor;
    sentAt.set(text, performance.now());
    const path = `/conversations/${visitor.conversationId}/messages`;
    const { status } = await (n % 2 === 0
      ? sendText(visitor, text, `load-${n}`)
      : agent(desk)('POST', path, { message: { type: 'text', text } }));
    if (status !== 201) refused += 1;
    else (n % 2 === 0 ? byVisitors : byAgents).push(text);
  });
  const isComplete = () =>
    byVisitors.every((text) => atAgents.times.has(text)) &&
    byAgents.every((text) => atVisitors.times.has(text));
  const last = performance.now() + LAST_MS;
  while (!isComplete() && performance.now() < last) await wait(100);
  for (const { client } of clients) client.disconnect();

  const stored: string[] = [];
  for (const visitor of visitors) stored.push(...(await readAll(desk, visitor)));
  const toAgents = compare(byVisitors, atAgents.texts, AGENTS);
  const toVisitors = compare(byAgents, atVisitors.texts);
  const delays = (texts: readonly string[], { times }: typeof atAgents) =>
    texts.flatMap((text) => {
      const time = times.get(text);
      return time === undefined ? [] : [time - (sentAt.get(text) ?? time)];
    });
  return {
    sent: count,
    refused,
    stored: compare([...byVisitors, ...byAgents], stored),
    live: { lost: toAgents.lost + toVisitors.lost, doubled: toAgents.doubled + toVisitors.doubled },
    toAgents: delays(byVisitors, atAgents),
    toVisitors: delays(byAgents, atVisitors),
  };
};
