import type { Message } from '../../../src/model/message';
import { createFakeStorage } from '../../support/fakeStorage';
import type { Written } from './play';
import type { Tab } from './tab';
import { createBrowser, type World } from './world';

/** Removes the fields that describe only this client's sending state. */
const asSent = ({ key, status, isOptimistic, errorReason, isRetryable, isDelayed, ...sent }: Message) => sent;

/** The newest message a read mark covers. A mark may lie anywhere between that message and the next. */
const newestUpTo = (log: readonly Message[], role: string, mark: number | undefined) =>
  log.findLast((m) => m.role === role && m.received <= (mark ?? 0))?._id;

/** The state of a client that every other client of the same visitor must share. */
const knows = (tab: Tab) => {
  const { conversations, messages, unread, user } = tab.slices;
  return {
    user: user.appUserId.value,
    unread: unread.value,
    conversations: conversations.all.value.map((conversation) => {
      const { _id, status, routingStatus, metadata, hasPreviousMessages } = conversation;
      const log = messages.of(_id).value.filter((m) => !m.isOptimistic);
      const answered = log.findLast((m) => m.role === 'appUser')?.received ?? 0;
      return {
        _id,
        status,
        routingStatus,
        metadata,
        hasPreviousMessages,
        readTo: newestUpTo(log, 'appMaker', Math.max(conversation.lastRead ?? 0, answered)),
        readByBusinessTo: newestUpTo(log, 'appUser', conversation.businessLastRead),
        messages: log.map(asSent),
      };
    }),
  };
};

/** Opens a new client that has only the visitor's identity, so that it reads everything from the service. */
const readAnew = async (world: World): Promise<Tab> => {
  const browser = createBrowser(world.time);
  for (const [key, value] of Object.entries(world.browser.local)) {
    if (!key.includes('.outbox.')) browser.local.setItem(key, value as string);
  }
  const tab = world.openTab({ browser, session: createFakeStorage(), onlyReads: true });
  await world.advance(1500);
  return tab;
};

const differences = (a: unknown, b: unknown, path: string): string[] => {
  if (Object.is(a, b)) return [];
  if (!a || !b || typeof a !== 'object' || typeof b !== 'object') {
    return [`${path}: ${JSON.stringify(a)} instead of ${JSON.stringify(b)}`];
  }
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].flatMap((k) =>
    differences((a as Record<string, unknown>)[k], (b as Record<string, unknown>)[k], `${path}.${k}`),
  );
};

const repeated = (list: readonly string[]) => list.filter((x, i) => list.indexOf(x) !== i);

/** Describes every problem that the messengers show once all is quiet. @param tabs the open tabs */
export const judgeShown = async (
  world: World,
  tabs: Tab[],
  written: readonly Written[],
): Promise<string[]> => {
  const problems: string[] = [];
  const stored = await world.allStored();
  const everywhere = new Set([...stored.values()].flat());
  const failed = new Set(
    tabs.flatMap((tab) => tab.log().flatMap((m) => (m.status === 'failed' ? [m.text ?? ''] : []))),
  );
  const refused = world.seen.has('401') || world.seen.has('403');

  for (const { text, tab } of written) {
    if (everywhere.has(text) || world.forgotten.has(text)) continue;
    if (failed.has(text) && refused) continue;
    problems.push(`lost: "${text}" of ${tab}`);
  }
  for (const [id, texts] of stored) {
    for (const text of repeated(texts)) problems.push(`doubled on the desk in ${id}: "${text}"`);
  }
  // A message may be overtaken if the service refused it, or if it was stored before the log was lost.
  if (!refused) {
    for (const [id, texts] of stored) {
      for (const name of new Set(written.map((w) => w.tab))) {
        const counts = ({ tab, text }: Written) =>
          tab === name && texts.includes(text) && !world.forgotten.has(text);
        const theirs = written.filter(counts).map((w) => w.text);
        const there = texts.filter((text) => theirs.includes(text));
        problems.push(...differences(there, theirs, `order of what ${name} wrote in ${id}`));
      }
    }
  }
  for (const tab of tabs) {
    const log = tab.log();
    for (const m of log) {
      if (m.status === 'sending') problems.push(`still on its way in ${tab.name}: "${m.text}"`);
      if (m.status === 'failed' && m.errorReason === 'network')
        problems.push(`not tried again in ${tab.name}: "${m.text}"`);
    }
    // Once the history has come, nothing is drawn that only the browser has kept.
    problems.push(...differences(tab.drawn(), log, `drawn in ${tab.name}`));
    for (const key of tab.doubled) problems.push(`doubled for a while in ${tab.name}: ${key}`);
    for (const id of repeated(log.map((m) => m._id))) problems.push(`doubled in ${tab.name}: ${id}`);
    for (const text of repeated(log.map((m) => m.text ?? '')))
      problems.push(`doubled in ${tab.name}: "${text}"`);
    for (const key of tab.restless()) problems.push(`moved more than once in ${tab.name}: ${key}`);

    const id = tab.active()?._id;
    if (id === undefined) continue;
    const own = log.filter((m) => !m.isOptimistic).map((m) => m._id);
    const theirs = (await world.stored(id)).map((m) => m.id);
    problems.push(...differences(own, theirs, `order in ${tab.name}`));
    if (tab.slices.connection.status.value !== 'connected')
      problems.push(`${tab.name} is ${tab.slices.connection.status.value}`);
  }

  const started = tabs.filter((tab) => tab.active());
  if (started.length > 0 && !problems.length) {
    // A client that reports `connected` must receive new messages.
    const ids = new Set(started.map((tab) => tab.active()?._id));
    for (const id of ids) await world.agent.send(id, `probe ${id}`);
    await world.advance(2000);
    for (const tab of started) {
      const probe = `probe ${tab.active()?._id}`;
      if (!tab.log().some((m) => m.text === probe)) problems.push(`${tab.name} does not hear`);
    }
    const compare = async () => {
      const fresh = await readAnew(world);
      const found = started.flatMap((tab) => differences(knows(tab), knows(fresh), tab.name));
      // Its polls would continue while the other tabs end.
      fresh.kill(true);
      return found;
    };
    let unlike = await compare();
    // A read event carries no position. A lost one cannot be repeated once a new unread message has arrived,
    // because it would mark that message as read too. Other clients then count more unread until the visitor
    // looks again.
    if (unlike.length > 0 && unlike.every((text) => /\.(unread|readTo): /.test(text))) {
      for (const tab of started) tab.slices.router.openWidget();
      await world.advance(2000);
      unlike = await compare();
    }
    problems.push(...unlike);
  }
  return problems;
};

/** Only the service's own word ends a visitor: without one, a browser has had one visitor. */
export const judgeVisitors = async ({ seen, visitors }: World): Promise<string[]> => {
  const ended = (['401', '403', 'tokenExpiry', 'logReset'] as const).some((kind) => seen.has(kind));
  const ids = ended ? [] : await visitors();
  return ids.length > 1 ? [`${ids.length} visitors of one browser: ${ids.join(', ')}`] : [];
};

/** The same, and what the messengers leave behind when they are removed. */
export const judge = async (world: World, tabs: Tab[], written: readonly Written[]): Promise<string[]> => {
  const problems = await judgeShown(world, tabs, written);
  for (const tab of tabs) {
    const left = await tab.dispose();
    problems.push(...differences(left, { timers: 0, storageListeners: 0 }, `left by ${tab.name}`));
  }
  return problems;
};
