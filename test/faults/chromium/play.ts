import type { Browser } from 'playwright-core';
import { holdMessenger } from './lateMessenger';
import type { Schedule, Step } from './schedule';
import type { Conversation, Server } from './server';
import { createTab, type Tab } from './tab';
import { judge, type Said, sayFirst } from './verdict';

export type Kind =
  | 'refused'
  | 'reset'
  | 'delayed'
  | 'lostUp'
  | 'lostDown'
  | 'answerCut'
  | 'serverKill'
  | 'tokenExpiry'
  | 'tabKill'
  | 'tabCrash'
  | 'reload'
  | 'offline'
  | 'hidden'
  | 'twoTabs'
  | 'lateMessenger';

export const KINDS: readonly Kind[] = [
  'refused',
  'reset',
  'delayed',
  'lostUp',
  'lostDown',
  'answerCut',
  'serverKill',
  'tokenExpiry',
  'tabKill',
  'tabCrash',
  'reload',
  'offline',
  'hidden',
  'twoTabs',
  'lateMessenger',
];

export type Played = {
  /** Description of each failed check; empty when all is well. */
  problems: string[];
  /** The kinds of fault that took effect. */
  met: Set<Kind>;
  /** How many texts the visitor and the agent wrote. */
  said: number;
  /** Time from the end of the last fault until visitor, agent and desk agree, ms. */
  converged: number;
};

/** Time limit for closing the browser context, ms. Playwright sometimes hangs on closing. */
const CLOSING_MS = 5000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The conversation an agent would answer: the newest with a text from the visitor. */
export const openOne = (conversations: Conversation[]): Conversation | undefined =>
  conversations.find((c) => c.texts.length > 0);

/**
 * Plays a schedule in real Chromium against a real desk, in real time, starting from an empty profile, then
 * checks the result after the last fault.
 * @param label is part of every text, so that no two schedules write the same text
 */
export const play = async (
  { browser, server, address }: { browser: Browser; server: Server; address: string },
  schedule: Schedule,
  label: string,
): Promise<Played> => {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const uncaught: string[] = [];
  context.on('weberror', (error) => uncaught.push(String(error.error())));
  const { proxy } = server;
  const met = new Set<Kind>();
  const before = new Map(proxy.met);
  const timers = new Set<NodeJS.Timeout>();
  const messenger = await holdMessenger(context);
  const said: Said = { written: [], perhaps: [], agent: [] };
  let opened = 0;
  const openTab = () => createTab(context, address, `tab ${++opened}`);
  await server.forget();
  const tabs: [Tab, Tab | undefined] = [openTab(), undefined];

  const later = (ms: number, run: () => void) => timers.add(setTimeout(run, ms));
  const replace = async (which: 0 | 1, ms: number) => {
    await pause(ms);
    tabs[which] = openTab();
  };

  const write = async (tab: Tab) => {
    const text = `${label} text ${said.written.length + said.perhaps.length + 1}`;
    const sent = await tab.write(text);
    if (sent === true) said.written.push({ text, tab: tab.name });
    else if (sent === 'perhaps') said.perhaps.push(text);
  };
  /** Reloads the page without the messenger, and writes on it. */
  const loadLate = async (tab: Tab, which: 0 | 1, step: Step & { do: 'late' }) => {
    const written = said.written.length;
    messenger.keepAway(step.how);
    await tab.reload();
    for (let i = 0; i < step.texts; i++) await write(tab);
    if (said.written.length > written && messenger.isAway()) met.add('lateMessenger');
    later(step.ms, messenger.release);
    if (step.next === 'reload') return tab.reload();
    if (step.next === 'waits') return;
    await tab.close();
    return replace(which, 0);
  };

  const take = async (step: Step): Promise<void> => {
    const which = step.tab === 1 && tabs[1] ? 1 : 0;
    const tab = tabs[which] as Tab;
    switch (step.do) {
      case 'write':
        return write(tab);
      case 'agentWrite': {
        const to = openOne(await server.conversations());
        if (!to) return;
        const text = `${label} answer ${said.agent.length + 1}`;
        await server.say(to.id, text);
        said.agent.push(text);
        return;
      }
      case 'secondTab':
        if (tabs[1]) return;
        met.add('twoTabs');
        tabs[1] = openTab();
        return;
      case 'reset':
        return proxy.reset();
      case 'refuse':
        return proxy.refuse(step.ms);
      case 'delay':
        return proxy.delay(step.by, step.ms);
      case 'lose':
        return proxy.lose(step.way, step.ms, step.andReset);
      case 'cutAnswer':
        return proxy.cutAnswer(step.bytes);
      case 'killDesk':
        if (await server.kill(step.ms)) met.add('serverKill');
        return;
      case 'expireTokens': {
        const ended = (await server.conversations()).map((c) => server.expire(c.appUserId));
        if ((await Promise.all(ended)).some((count) => count > 0)) met.add('tokenExpiry');
        return;
      }
      case 'late':
        return loadLate(tab, which, step);
      case 'reload':
        met.add('reload');
        return tab.reload();
      case 'closeTab':
        met.add('tabKill');
        await tab.close();
        return replace(which, step.ms);
      case 'crashTab':
        met.add('tabCrash');
        await tab.crash();
        return replace(which, step.ms);
      case 'offline':
        met.add('offline');
        await context.setOffline(true);
        later(step.ms, () => void context.setOffline(false).catch(() => {}));
        return;
      case 'hide':
        met.add('hidden');
        await tab.setVisible(false);
        later(step.ms, () => void tab.setVisible(true));
        return;
    }
  };

  try {
    if (schedule.calmStart) await sayFirst(tabs[0], server, said, label);
    for (const step of schedule.steps) {
      await pause(step.after);
      await take(step);
    }
    for (const timer of timers) clearTimeout(timer);
    messenger.release();
    proxy.heal();
    await server.isUp();
    const healed = performance.now();
    for (const which of [0, 1] as const) {
      const tab = tabs[which];
      if (!tab) continue;
      if (!(await tab.isAlive())) tabs[which] = openTab();
      else await tab.setVisible(true);
    }
    // Fire the `online` event, as a phone does when its network returns.
    await context.setOffline(true);
    await context.setOffline(false);
    const open = tabs.filter((tab) => tab !== undefined);
    const problems = await judge(open, server, said, { label, expired: met.has('tokenExpiry') });
    for (const [kind, count] of proxy.met) if (count > (before.get(kind) ?? 0)) met.add(kind);
    return {
      problems: [...problems, ...uncaught.map((text) => `uncaught: ${text}`)],
      met,
      said: said.written.length + said.agent.length,
      converged: performance.now() - healed,
    };
  } finally {
    messenger.release();
    for (const timer of timers) clearTimeout(timer);
    await Promise.race([context.close(), pause(CLOSING_MS)]);
  }
};
