import { expect, it } from 'vitest';
import { play } from './support/play';
import type { Schedule, Step } from './support/schedule';

const HOUR_MS = 3_600_000;

/** The smallest schedule of each fault the model has found. The name tells what went wrong. */
const FOUND: { name: string; seed?: number; skew?: number; told?: boolean; steps: Step[] }[] = [
  {
    name: 'an agent’s answer was not taken for having read what was there',
    told: true,
    steps: [
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'requestLost', ms: 100, late: false },
      { after: 0, tab: 0, do: 'send' },
    ],
  },
  {
    name: 'a reload with a session that was over left what was unsent to nobody',
    steps: [
      { after: 0, tab: 0, do: 'send' },
      { after: 1000, tab: 0, do: 'requestLost', ms: 100, late: false },
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'retry' },
      { after: 0, tab: 0, do: 'logReset', keep: false },
      { after: 0, tab: 0, do: 'reload', ms: 1000, silently: false },
    ],
  },
  {
    name: 'a session that was over took what was unsent along, where the file for it did not arrive',
    steps: [
      { after: 0, tab: 0, do: 'send' },
      { after: 4000, tab: 0, do: 'offline', ms: 1000 },
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'expireTokens' },
      { after: 0, tab: 0, do: 'loseFiles', ms: 6000 },
      { after: 0, tab: 0, do: 'reload', ms: 1000, silently: false },
      { after: 1000, tab: 0, do: 'agentSend' },
    ],
  },
  {
    name: 'what was written just after a reload went before what was unsent before it',
    told: true,
    steps: [
      { after: 0, tab: 0, do: 'send' },
      { after: 4000, tab: 0, do: 'loseUp', ms: 6000 },
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'reload', ms: 1000, silently: false },
      { after: 0, tab: 0, do: 'send' },
    ],
  },
  {
    name: 'a start that failed offline was not tried again online',
    steps: [
      { after: 0, tab: 0, do: 'offline', ms: 130_000 },
      { after: 0, tab: 0, do: 'send' },
      { after: 70_000, tab: 0, do: 'secondTab' },
      { after: 0, tab: 0, do: 'retry' },
      { after: 0, tab: 0, do: 'requestLost', ms: 100, late: false },
      { after: 0, tab: 0, do: 'agentSend' },
      { after: 20_000, tab: 0, do: 'agentSend' },
    ],
  },
  {
    name: 'two tabs became two visitors: one began while the other’s start hung',
    steps: [
      { after: 0, tab: 0, do: 'loseUp', ms: 130_000 },
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'secondTab' },
      { after: 0, tab: 1, do: 'open' },
      { after: 70_000, tab: 0, do: 'open' },
      { after: 0, tab: 0, do: 'close' },
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'sleep', ms: 1000, silently: false },
    ],
  },
  {
    name: 'two tabs became two visitors: one forgot what the other was about to become',
    steps: [
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'loseUp', ms: 1000 },
      { after: 0, tab: 0, do: 'secondTab' },
      { after: 70_000, tab: 0, do: '401', ms: 100, late: false },
      { after: 0, tab: 0, do: 'send' },
      { after: 200, tab: 1, do: 'send' },
      { after: 0, tab: 0, do: 'kill', ms: 1000 },
      { after: 0, tab: 0, do: 'agentSend' },
      { after: 0, tab: 0, do: 'agentRead' },
    ],
  },
  {
    name: 'two tabs became two visitors: a late answer made one of them who the other no longer was',
    steps: [
      { after: 0, tab: 0, do: 'loseUp', ms: 1000 },
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'secondTab' },
      { after: 0, tab: 1, do: 'send' },
      { after: 1000, tab: 0, do: 'expireTokens' },
    ],
  },
  {
    name: 'a read event the service did not take was not told again',
    steps: [
      { after: 0, tab: 0, do: 'send' },
      { after: 4000, tab: 0, do: 'agentSend' },
      { after: 0, tab: 0, do: '429', ms: 100, late: false },
      { after: 0, tab: 0, do: 'open' },
      { after: 60, tab: 0, do: 'close' },
      { after: 0, tab: 0, do: 'type' },
      { after: 0, tab: 0, do: 'retry' },
      { after: 0, tab: 0, do: 'loseUp', ms: 1000 },
    ],
  },
  {
    name: 'a catch-up that failed while the connection stood left a hole',
    steps: [
      { after: 0, tab: 0, do: 'open' },
      { after: 200, tab: 0, do: '403', ms: 100, late: false },
      { after: 0, tab: 0, do: 'agentSend' },
      { after: 0, tab: 0, do: 'retry' },
      { after: 20_000, tab: 0, do: 'type' },
    ],
  },
  {
    name: 'what another tab had sent already was shown twice',
    skew: HOUR_MS,
    steps: [
      { after: 0, tab: 0, do: 'secondTab' },
      { after: 0, tab: 0, do: 'requestLost', ms: 100, late: false },
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 1, do: 'send' },
      { after: 0, tab: 0, do: 'requestLost', ms: 100, late: false },
      { after: 0, tab: 0, do: 'requestLost', ms: 100, late: false },
      { after: 0, tab: 0, do: 'retry' },
    ],
  },
  {
    name: 'the newest message came up over those written before it, and went down again',
    seed: 17,
    skew: HOUR_MS,
    steps: [
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'offline', ms: 130_000 },
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'secondTab' },
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 1, do: 'open' },
      { after: 4000, tab: 1, do: 'type' },
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'agentRead' },
    ],
  },
  {
    name: 'one start that failed counted once for each message, and the next try came minutes late',
    steps: [
      { after: 0, tab: 0, do: 'slow', ms: 40_000 },
      { after: 0, tab: 0, do: 'send' },
      { after: 20_000, tab: 0, do: 'send' },
      { after: 1000, tab: 0, do: 'loseUp', ms: 40_000 },
      { after: 1000, tab: 0, do: 'retry' },
      { after: 4000, tab: 0, do: 'type' },
      { after: 0, tab: 0, do: 'send' },
      { after: 1000, tab: 0, do: 'expireTokens' },
      { after: 0, tab: 0, do: 'send' },
      { after: 20_000, tab: 0, do: 'send' },
    ],
  },
  {
    name: 'an own message whose echo was missed left what stood before it unread',
    steps: [
      { after: 0, tab: 0, do: 'send' },
      { after: 60, tab: 0, do: 'agentSend' },
      { after: 0, tab: 0, do: 'agentSend' },
    ],
  },
  {
    name: 'a session that could not be asked after was taken for over, and realtime ended',
    steps: [
      { after: 0, tab: 0, do: 'open' },
      { after: 20_000, tab: 0, do: 'retry' },
      { after: 0, tab: 0, do: '429', ms: 100, late: false },
      { after: 0, tab: 0, do: 'expireTokens' },
      { after: 70_000, tab: 0, do: 'agentSend' },
      { after: 0, tab: 0, do: 'agentSend' },
    ],
  },
  {
    name: 'what a reload found unsent was sent in the order of the browser’s keys',
    steps: [
      { after: 0, tab: 0, do: 'open' },
      { after: 4000, tab: 0, do: 'loseUp', ms: 1000 },
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'reload', ms: 1000, silently: true },
    ],
  },
  {
    name: 'what was unsent when the session ended came after what was written next',
    seed: 134_710_765,
    steps: [
      { after: 0, tab: 0, do: 'send' },
      { after: 60, tab: 0, do: 'expireTokens' },
      { after: 200, tab: 0, do: 'loseUp', ms: 1000 },
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'retry' },
      { after: 0, tab: 0, do: 'loseUp', ms: 1000 },
      { after: 0, tab: 0, do: 'loseUp', ms: 1000 },
    ],
  },
  {
    name: 'what was sent before the messenger was there stood twice in the log when it came',
    steps: [
      { after: 0, tab: 0, do: 'late', ms: 100, silently: false, texts: 1, stores: true, end: 'arrives' },
      { after: 200, tab: 0, do: 'open' },
    ],
  },
  {
    name: 'with a slow clock, what a page sent before its messenger was there came before what was unsent',
    skew: -3_600_000,
    steps: [
      { after: 0, tab: 0, do: 'send' },
      { after: 4000, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'late', ms: 100, silently: false, texts: 1, stores: true, end: 'reload' },
      { after: 0, tab: 0, do: 'retry' },
      { after: 200, tab: 0, do: 'agentSend' },
      { after: 0, tab: 0, do: 'slow', ms: 1000 },
    ],
  },
  {
    name: 'what was written before the visitor was known came after what was written next',
    steps: [
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'loseUp', ms: 1000 },
      { after: 200, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'late', ms: 100, silently: false, texts: 1, stores: true, end: 'arrives' },
      { after: 0, tab: 0, do: 'agentSend' },
      { after: 0, tab: 0, do: 'loseUp', ms: 1000 },
      { after: 0, tab: 0, do: 'agentSend' },
    ],
  },
  {
    name: 'another tab took what was written before the messenger for the last message',
    steps: [
      { after: 0, tab: 0, do: 'late', ms: 100, silently: false, texts: 2, stores: true, end: 'reload' },
      { after: 200, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'loseUp', ms: 1000 },
      { after: 0, tab: 0, do: 'type' },
      { after: 1000, tab: 0, do: 'secondTab' },
    ],
  },
  {
    name: 'a tab whose file for it did not arrive missed that another tab had become another visitor',
    steps: [
      { after: 0, tab: 1, do: 'late', ms: 100, silently: false, texts: 1, stores: true, end: 'arrives' },
      { after: 70_000, tab: 0, do: 'open' },
      { after: 0, tab: 0, do: '401', ms: 100, late: false },
      { after: 0, tab: 1, do: 'loseUp', ms: 1000 },
      { after: 0, tab: 0, do: 'send' },
      { after: 0, tab: 0, do: 'agentSend' },
      { after: 1000, tab: 0, do: 'agentSend' },
    ],
  },
];

it.each(FOUND)('once: $name', async ({ name: _, ...found }) => {
  const schedule: Schedule = { seed: 0, skew: 0, told: false, ...found };
  expect((await play(schedule)).problems).toEqual([]);
});
