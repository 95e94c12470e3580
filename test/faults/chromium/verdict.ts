import type { Conversation, Server } from './server';
import type { Tab } from './tab';

/** Who said what. */
export type Said = {
  written: { text: string; tab: string }[];
  /** Written in a tab that went down at that very moment. */
  perhaps: string[];
  agent: string[];
};

/** Within this, ms, everything must be everywhere after the last fault: what is half-open is noticed by then. */
const BOUND_MS = 45_000;
/** How long a visitor looks at a widget that does not open before they load the page again, ms. */
const RELOAD_MS = 10_000;
/** How often it is looked whether it is. */
const LOOK_MS = 100;

/** Looks again and again until nothing is wrong. @returns what still was at the end of the time */
const until = async (end: number, look: () => Promise<string[]>): Promise<string[]> => {
  for (;;) {
    const wrong = await look().catch((error) => [String(error)]);
    if (wrong.length === 0 || performance.now() > end) return wrong;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
};

const repeated = (list: readonly string[]) => list.filter((x, i) => list.indexOf(x) !== i);
const isSame = (a: readonly string[], b: readonly string[]) => JSON.stringify(a) === JSON.stringify(b);

/** A visitor's first words, before anything goes wrong. */
export const sayFirst = async (tab: Tab, server: Server, said: Said, label: string): Promise<void> => {
  const text = `${label} first`;
  const end = performance.now() + BOUND_MS;
  if (!(await tab.hasLauncher()) || (await tab.write(text)) !== true)
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
 * Has visitor and agent say one more thing each, and waits until every tab shows what the desk has.
 * @param tabs those that are open
 * @returns what is wrong, in words
 */
export const judge = async (
  tabs: Tab[],
  server: Server,
  said: Said,
  { label, expired }: { label: string; expired: boolean },
): Promise<string[]> => {
  const end = performance.now() + BOUND_MS;
  for (const tab of tabs) {
    // A page whose files did not come, or that waits for them for ever, is loaded again by its visitor.
    const opens = async () => ((await tab.open()) ? [] : [`${tab.name} does not open`]);
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
  /** Visitor and agent say one more thing each; it and everything before must be everywhere. */
  const converse = async (tab: Tab, words: string): Promise<string[]> => {
    const end = performance.now() + BOUND_MS;
    if ((await tab.write(words)) !== true) return [`"${words}" could not be written`];
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
  // Where two tabs lose one session, one may yet become whoever the other has become.
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
  // Whoever keeps their session keeps their conversation; whoever loses it begins another (test/faults/README.md).
  if (!expired && all.length !== 1) problems.push(`${all.length} conversations instead of one`);
  if (!expired) for (const text of repeated(all.flatMap((c) => c.texts))) problems.push(`doubled: "${text}"`);
  return problems;
};
