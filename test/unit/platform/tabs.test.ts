import { describe, expect, test } from 'vitest';
import { createElection, locksOf } from '../../../src/platform/tabs';
import { flush } from '../../support/fakeClock';
import { createFakeLocks } from '../../support/fakeLocks';
import { createFakePage } from '../../support/fakePage';

const NAME = 'web.elected';

const create = () => {
  const browser = createFakeLocks();
  const tab = (name = NAME) => {
    const page = createFakePage();
    const election = createElection({ locks: browser.locks, name, page });
    const told: boolean[] = [];
    election.onElected((now) => told.push(now));
    return { ...election, page, told };
  };
  return { ...browser, tab };
};
const elected = (...tabs: { isElected(): boolean }[]) => tabs.map((t) => t.isElected());

const it = test.extend('tab', () => create().tab);

describe('of several tabs', () => {
  it('one is elected, and is told so once', async ({ tab }) => {
    const tabs = [tab(), tab(), tab()];
    await flush();
    expect(elected(...tabs)).toEqual([true, false, false]);
    expect(tabs.map((t) => t.told)).toEqual([[true], [], []]);
  });

  it('the next is elected when the first is closed', async ({ tab }) => {
    const [one, two, three] = [tab(), tab(), tab()];
    await flush();
    one.dispose();
    await flush();
    expect(elected(one, two, three)).toEqual([false, true, false]);
    two.dispose();
    await flush();
    expect(elected(one, two, three)).toEqual([false, false, true]);
  });

  it('one that is closed before its turn is never elected', async () => {
    const { tab, waiting } = create();
    const [one, two, three] = [tab(), tab(), tab()];
    await flush();
    two.dispose();
    expect(waiting(NAME)).toBe(1);
    one.dispose();
    await flush();
    expect([elected(one, two, three), two.told]).toEqual([[false, false, true], []]);
  });

  it('those with another name elect their own', async ({ tab }) => {
    const tabs = [tab(), tab('other.elected')];
    await flush();
    expect(elected(...tabs)).toEqual([true, true]);
  });
});

describe('a tab that is left', () => {
  it('gives the lock up and requests it anew when it returns', async ({ tab }) => {
    const [one, two] = [tab(), tab()];
    await flush();
    one.page.hide();
    await flush();
    expect([elected(one, two), one.told]).toEqual([
      [false, true],
      [true, false],
    ]);
    one.page.show(true);
    await flush();
    expect(elected(one, two)).toEqual([false, true]);
    two.page.hide();
    await flush();
    expect([elected(one, two), one.told]).toEqual([
      [true, false],
      [true, false, true],
    ]);
  });

  it('neither holds nor requests the lock meanwhile', async () => {
    const { tab, waiting } = create();
    const [one, two] = [tab(), tab()];
    await flush();
    two.page.hide();
    one.page.hide();
    await flush();
    expect([elected(one, two), waiting(NAME)]).toEqual([[false, false], 0]);
  });

  it('keeps the lock when the page is shown for the first time', async ({ tab }) => {
    const one = tab();
    await flush();
    one.page.show(false);
    await flush();
    expect([one.isElected(), one.told]).toEqual([true, [true]]);
  });
});

it('a tab whose lock was stolen is no longer elected and requests the lock again', async () => {
  const { tab, steal, giveBack } = create();
  const one = tab();
  await flush();
  steal(NAME);
  await flush();
  expect(one.isElected()).toBe(false);
  giveBack(NAME);
  await flush();
  expect([one.isElected(), one.told]).toEqual([true, [true, false, true]]);
});

describe('a browser without locks', () => {
  it('elects every tab at once', () => {
    const page = createFakePage();
    const election = createElection({ locks: undefined, name: NAME, page });
    expect(election.isElected()).toBe(true);
    page.hide();
    expect(election.isElected()).toBe(false);
    page.show(true);
    expect(election.isElected()).toBe(true);
    election.dispose();
    expect(election.isElected()).toBe(false);
  });

  it('counts as such also when it refuses the request', async () => {
    const { tab, refuse } = create();
    refuse(1);
    const one = tab();
    await flush();
    expect([one.isElected(), one.told]).toEqual([true, [true]]);
  });

  it('may throw on the request', () => {
    const host = {
      get navigator(): Navigator {
        throw new DOMException('denied', 'SecurityError');
      },
    } as Window;
    expect(locksOf(host)).toBeUndefined();
    expect(locksOf({ navigator: {} } as Window)).toBeUndefined();
  });
});

it('a disposed election leaves no lock and calls no callback', async () => {
  const { tab, waiting } = create();
  const [one, two] = [tab(), tab()];
  await flush();
  const undone: boolean[] = [];
  two.onElected((now) => undone.push(now))();
  two.dispose();
  one.dispose();
  two.page.show(true);
  await flush();
  expect([one.told, two.told, undone]).toEqual([[true, false], [], []]);
  expect([one.page.listeners(), two.page.listeners(), waiting(NAME)]).toEqual([0, 0, 0]);
});
