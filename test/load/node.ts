/** One process of `nodes.ts`: its bus, with clients of its own. Its parent tells it how much to send, and asks what that has cost. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Bus, BusEvent } from '../../examples/support-desk/server/bus/bus';

const [folder = '', url = '', name = '', kind = ''] = process.argv.slice(2);
const VISITORS = 100;
const TICK_MS = 10;
const TEXT = 'A message of some length, as people write them to a shop about their order. '.repeat(2);

const load = (path: string) => import(pathToFileURL(join(folder, 'examples/support-desk/server', path)).href);
const [{ connectRedis }, { createRedisBus }, { createClock }] = await Promise.all([
  load('redis/connectRedis.ts'),
  load('redis/redisBus.ts'),
  // The former version has it beside its main.ts.
  load('process/clock.ts').catch(() => load('clock.ts')),
]);
const quiet = { warn: () => undefined };
const connection = await connectRedis(url, 'porch:load:', quiet, createClock());
const bus: Bus = createRedisBus(connection, createClock(), quiet);
const visitors = Array.from({ length: VISITORS }, (_, i) => `${name}${String(i).padStart(23, '0')}`);
let heard = 0;
// The others only send: what they hear is not measured, and would take the processor from what is.
if (kind !== 'sends') {
  await new Promise<void>((resolve) => {
    bus.hear(
      () => heard++,
      () => resolve(),
    );
  });
  for (const id of visitors) await bus.follow?.(`visitor ${id}`, () => true);
  if (kind === 'inbox') await bus.follow?.('list', () => true);
}

let sent = 0;
let failed = 0;
/** What a visitor's message publishes: to the visitor, and to agents. */
const eventsOf = (count: number): BusEvent[] => {
  const appUserId = visitors[count % VISITORS] as string;
  const [conversationId, id] = [`c${appUserId}`, `${name}${count}`];
  const message = { _id: id, role: 'appUser', type: 'text', text: TEXT, received: Date.now() / 1000 };
  const conversation = {
    _id: conversationId,
    status: 'open',
    participants: [{ appUserId, unreadCount: 1, lastRead: 0 }],
    appUsers: [appUserId],
    user: { _id: appUserId, name: 'A visitor', properties: { plan: 'free', page: 'https://shop.example/' } },
    lastMessage: message,
    lastUpdatedAt: Date.now() / 1000,
  };
  return [
    {
      id: `v${id}`,
      publication: {
        to: 'visitor',
        appUserId,
        event: { type: 'message', conversation: { _id: conversationId }, message },
      },
    },
    {
      id: `a${id}`,
      publication: { to: 'agents', event: { type: 'message', conversation, message } as never },
    },
  ];
};
let rate = 0;
let began = performance.now();
let due = 0;
setInterval(() => {
  const until = Math.floor(((performance.now() - began) / 1000) * rate);
  const events: BusEvent[] = [];
  for (; due < until; due++) events.push(...eventsOf(++sent));
  if (events.length > 0)
    bus.send(events).catch(() => {
      failed++;
    });
}, TICK_MS);

process.on('message', (wanted: { rate?: number }) => {
  if (wanted.rate !== undefined) {
    rate = wanted.rate;
    began = performance.now();
    due = 0;
  }
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: (user + system) / 1000, heard, sent, failed });
});
process.send?.({ cpu: 0, heard, sent, failed });
