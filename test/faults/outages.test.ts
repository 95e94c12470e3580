import { describe, expect, it } from 'vitest';
import { meet, texts, timeUntil, useWorlds } from './support/scenes';
import type { Tab } from './support/tab';
import { judge } from './support/verdict';
import type { World } from './support/world';

const world = useWorlds();

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const LENGTHS: [string, number][] = [
  ['5 s', 5 * SECOND],
  ['2 min', 2 * MINUTE],
  ['15 min', 15 * MINUTE],
  ['24 h', 24 * 60 * MINUTE],
];
/** Time limit for the first missed message to appear, ms. */
const SOON = 2 * SECOND;

type Outage = {
  name: string;
  begin: (w: World, tab: Tab, ms: number) => void;
  end: (w: World, tab: Tab) => void;
};

const OUTAGES: Outage[] = [
  {
    name: 'the network is gone and comes back',
    begin: (_, tab) => {
      tab.link.setOnline(false);
      tab.page.setOnline(false);
    },
    end: (_, tab) => {
      tab.link.setOnline(true);
      tab.page.setOnline(true);
    },
  },
  {
    name: 'the network goes silent, then the browser says it is back',
    begin: (_, tab, ms) => {
      tab.link.loseUp(ms);
      tab.link.loseDown(ms);
    },
    end: (_, tab) => tab.page.setOnline(true),
  },
  {
    name: 'the page sleeps and is looked at again',
    begin: (_, tab) => {
      tab.setVisible(false);
      tab.sleep(true);
    },
    end: (_, tab) => {
      void tab.wake();
      tab.setVisible(true);
    },
  },
];

describe.each(OUTAGES)('when $name', ({ begin, end }) => {
  it.each(LENGTHS)('after %s, missed messages are there within 2 s and nothing is lost', async (_, ms) => {
    const w = world({ seed: ms });
    const { tab, id } = await meet(w);
    begin(w, tab, ms);
    if (!tab.isAsleep()) tab.delivery.sender.send({ text: 'from the tunnel' });
    await w.advance(ms / 2);
    await w.agent.send(id, 'are you there?');
    await w.advance(ms / 2);
    end(w, tab);
    await w.settle();
    expect(await timeUntil(w, tab, 'are you there?', 10 * SECOND)).toBeLessThanOrEqual(SOON);
    await w.advance(2 * MINUTE);
    const written = texts(tab).includes('from the tunnel') ? ['hello', 'from the tunnel'] : ['hello'];
    expect(
      await judge(
        w,
        [tab],
        written.map((text) => ({ text, tab: tab.name })),
      ),
    ).toEqual([]);
  });
});

describe('when the service is down', () => {
  it.each(LENGTHS)('for %s under an idle visible tab, everything recovers soon after', async (_, ms) => {
    const w = world({ seed: ms });
    const { tab, id } = await meet(w);
    w.kill(ms);
    await w.advance(ms + 10);
    await w.agent.send(id, 'we are back');
    // A round of attempts begins within 72 s, and each attempt succeeds or fails within 45 s.
    expect(await timeUntil(w, tab, 'we are back', 5 * MINUTE)).toBeLessThanOrEqual(2 * MINUTE);
    await w.advance(2 * MINUTE);
    expect(await judge(w, [tab], [{ text: 'hello', tab: tab.name }])).toEqual([]);
  });

  it.each(LENGTHS)(
    'for %s, a message that is sent after it brings what was missed within 2 s',
    async (_, ms) => {
      const w = world({ seed: ms });
      const { tab, id } = await meet(w);
      w.kill(ms);
      await w.advance(ms + 10);
      await w.agent.send(id, 'we are back');
      tab.delivery.sender.send({ text: 'still there?' });
      expect(await timeUntil(w, tab, 'we are back', 10 * SECOND)).toBeLessThanOrEqual(SOON);
      await w.advance(5 * MINUTE);
      expect(
        await judge(
          w,
          [tab],
          ['hello', 'still there?'].map((text) => ({ text, tab: tab.name })),
        ),
      ).toEqual([]);
    },
  );

  it('while the page is loaded, it starts by itself when the service is back', async () => {
    const w = world();
    const { tab, id } = await meet(w);
    w.kill(15 * MINUTE);
    const again = w.openTab();
    await w.advance(15 * MINUTE);
    await w.agent.send(id, 'we are back');
    expect(await timeUntil(w, again, 'we are back', 5 * MINUTE)).toBeLessThanOrEqual(2 * MINUTE);
    expect(texts(tab)).toContain('hello');
  });
});
