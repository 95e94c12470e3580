import { afterEach } from 'vitest';
import type { Tab } from './tab';
import { createWorld, type World, type WorldOptions } from './world';

/** Creates worlds with seeded random numbers, and disposes of them after each test. */
export const useWorlds = () => {
  const worlds: World[] = [];
  const { random } = Math;
  afterEach(() => {
    Math.random = random;
    for (const world of worlds.splice(0)) world.close();
  });
  return (options: WorldOptions = {}): World => {
    const world = createWorld(options);
    Math.random = world.random;
    worlds.push(world);
    return world;
  };
};

export const texts = (tab: Tab) => tab.log().map((m) => m.text);

/** Opens a page and its widget, and waits until visitor and agent have each sent a message. */
export const meet = async (world: World): Promise<{ tab: Tab; id: string }> => {
  const tab = world.openTab();
  tab.slices.router.openWidget();
  await world.advance(1500);
  tab.delivery.sender.send({ text: 'hello' });
  await world.advance(500);
  const id = tab.active()?._id ?? '';
  await world.agent.send(id, 'welcome');
  await world.advance(500);
  return { tab, id };
};

/** @returns the time until the text was in the log, ms; `limit` if it never was */
export const timeUntil = async (world: World, tab: Tab, text: string, limit: number): Promise<number> => {
  for (let passed = 0; passed < limit; passed += 50) {
    if (texts(tab).includes(text)) return passed;
    await world.advance(50);
  }
  return limit;
};
