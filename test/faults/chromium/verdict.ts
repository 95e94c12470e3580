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
    // A page that could not load the messenger at all is loaded again by its visitor.
    if (!(await tab.hasLauncher())) await tab.reload();
    const closed = await until(end, async () => ((await tab.open()) ? [] : [`${tab.name} does not open`]));
    if (closed.length > 0) return closed;
  }
  const [first] = tabs;
  const last = `${label} last`;
  if ((await first?.write(last)) !== true) return ['the last words could not be written'];
  said.written.push({ text: last, tab: first?.name ?? '' });

  let all: Conversation[] = [];
  let now: Conversation | undefined;
  const read = async () => {
    all = await server.conversations();
    now = all.find((c) => c.texts.includes(last));
  };
  const problems = await until(end, async () => {
    await read();
    return now ? [] : [`lost: "${last}"`];
  });
  if (!now) return [...problems, JSON.stringify(await Promise.all(tabs.map((tab) => tab.texts())))];
  const bye = `${label} bye`;
  await server.say(now.id, bye);
  said.agent.push(bye);

  const missing = () => {
    const everywhere = new Set(all.flatMap((c) => c.texts));
    const texts = [...said.written.map((w) => w.text), ...said.agent];
    return texts.filter((text) => !everywhere.has(text)).map((text) => `lost: "${text}"`);
  };
  problems.push(
    ...(await until(end, async () => {
      await read();
      const wrong = missing();
      for (const tab of tabs) {
        const shown = await tab.texts();
        if (!isSame(shown, now?.texts ?? []))
          wrong.push(
            `${tab.name} shows ${JSON.stringify(shown)}, the desk has ${JSON.stringify(now?.texts)}`,
          );
        const marks = await tab.marks();
        if (marks.length > 0) wrong.push(`${tab.name} still says ${marks.join(', ')}`);
      }
      return wrong;
    })),
  );

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
