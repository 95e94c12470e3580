import type { Conversation, Server } from './server';
import type { Tab } from './tab';

/** The texts of a schedule by author. */
export type Said = {
  written: { text: string; tab: string }[];
  /** Texts written in a tab that went down while submitting them; they may or may not be on the desk. */
  perhaps: string[];
  agent: string[];
};

/** Time limit after the last fault, ms. The client detects every half-open connection within this time. */
const BOUND_MS = 45_000;
/** How long a visitor waits for a widget that does not open before reloading the page, ms. */
const RELOAD_MS = 10_000;
/** How long an action may take while nothing fails. Only the speed of the machine matters here, ms. */
const CALM_MS = 30_000;
/** Interval between two checks, ms. */
const LOOK_MS = 100;

/** Repeats a check until it finds no problem. @returns the problems left at `end` */
const until = async (end: number, look: () => Promise<string[]>): Promise<string[]> => {
  for (;;) {
    const wrong = await look().catch((error) => [String(error)]);
    if (wrong.length === 0 || performance.now() > end) return wrong;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
};

const repeated = (list: readonly string[]) => list.filter((x, i) => list.indexOf(x) !== i);
const isSame = (a: readonly string[], b: readonly string[]) => JSON.stringify(a) === JSON.stringify(b);

/** Has the visitor write before the first fault. */
export const sayFirst = async (tab: Tab, server: Server, said: Said, label: string): Promise<void> => {
  const text = `${label} first`;
  const end = performance.now() + BOUND_MS;
  if (!(await tab.hasLauncher(CALM_MS)) || (await tab.write(text, CALM_MS)) !== true)
    throw new Error('could not write at first');
  said.written.push({ text, tab: tab.name });
  const wrong = await until(end, async () =>
    (await server.conversations()).some((c) => c.texts.includes(text))
      ? []
      : ['the first words did not arrive'],
  );
  if (wrong.length > 0) throw new Error(wrong.join());
};

/**
 * Has visitor and agent each write once more, and waits until every tab shows the same log as the desk.
 * @param tabs the open tabs
 * @returns a description of each problem
 */
export const judge = async (
  tabs: Tab[],
  server: Server,
  said: Said,
  { label, expired }: { label: string; expired: boolean },
): Promise<string[]> => {
  const end = performance.now() + BOUND_MS;
  for (const tab of tabs) {
    // A visitor reloads a page whose files failed to load or never arrive.
    const opens = async () =>
      (await tab.open()) && (await tab.isDrawn()) ? [] : [`${tab.name} does not open`];
    if (!(await tab.hasLauncher()) || (await until(performance.now() + RELOAD_MS, opens)).length > 0) {
      await tab.reload();
    }
    const closed = await until(end, opens);
    if (closed.length > 0) return closed;
  }
  let all: Conversation[] = [];
  const missing = () => {
    const everywhere = new Set(all.flatMap((c) => c.texts));
    const texts = [...said.written.map((w) => w.text), ...said.agent];
    return texts.filter((text) => !everywhere.has(text)).map((text) => `lost: "${text}"`);
  };
  /**
   * Has visitor and agent each write once more; every text so far must then be on the desk and in every tab.
   */
  const converse = async (tab: Tab, words: string): Promise<string[]> => {
    const end = performance.now() + BOUND_MS;
    const sent = await tab.write(words, CALM_MS);
    if (sent !== true) return [`"${words}" was sent: ${sent}; the text box has ${await tab.draft()}`];
    said.written.push({ text: words, tab: tab.name });
    let answered: string | undefined;
    return until(end, async () => {
      all = await server.conversations();
      const now = all.find((c) => c.texts.includes(words));
      if (!now) return missing();
      if (!answered) {
        answered = `answer to ${words}`;
        await server.say(now.id, answered);
        said.agent.push(answered);
        return ['just answered'];
      }
      const wrong = missing();
      for (const { name, texts, marks } of tabs) {
        const shown = await texts();
        if (!isSame(shown, now.texts))
          wrong.push(`${name} shows ${JSON.stringify(shown)}, the desk has ${JSON.stringify(all)}`);
        const left = await marks();
        if (left.length > 0) wrong.push(`${name} still says ${left.join(', ')}`);
      }
      return wrong;
    });
  };
  const [first] = tabs as [Tab];
  let problems = await converse(first, `${label} last`);
  // When two tabs lose their shared session, one of them may still have to adopt the other's new identity.
  if (expired && problems.length > 0 && tabs.length > 1)
    problems = await converse(first, `${label} really last`);

  for (const { id, texts } of all) {
    for (const text of repeated(texts)) problems.push(`doubled on the desk in ${id}: "${text}"`);
    for (const name of new Set(said.written.map((w) => w.tab))) {
      const theirs = said.written.filter((w) => w.tab === name && texts.includes(w.text)).map((w) => w.text);
      const there = texts.filter((text) => theirs.includes(text));
      if (!isSame(there, theirs) && !expired)
        problems.push(
          `order of what ${name} wrote: ${JSON.stringify(theirs)}, on the desk ${JSON.stringify(there)}`,
        );
    }
  }
  // A visitor who keeps the session keeps the conversation. A lost session starts another one
  // (test/faults/README.md).
  if (!expired && all.length !== 1) problems.push(`${all.length} conversations instead of one`);
  if (!expired) for (const text of repeated(all.flatMap((c) => c.texts))) problems.push(`doubled: "${text}"`);
  return problems;
};
