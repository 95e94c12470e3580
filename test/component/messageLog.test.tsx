import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../src/slices/conversations';
import { wire } from '../support/messages';
import { CONVERSATION, draw, type Home, items, log, renderHome } from './support/renderHome';

const says = (home: Home, _id: string, secondsAgo: number, more: Record<string, unknown> = {}) =>
  draw(() => home.messages.merge(CONVERSATION, [wire(_id, home.ago(secondsAgo), more)]));
type Change = Partial<Conversation>;
const patch = (home: Home, change: Change) =>
  draw(() => {
    const { typing, read, routed, synced } = home.conversations;
    for (const set of [typing, read, routed, synced] as ((id: string, change: Change) => void)[])
      set(CONVERSATION, change);
  });
const many = (home: Home, from: number, to: number) =>
  draw(() =>
    home.messages.merge(
      CONVERSATION,
      Array.from({ length: to - from }, (_, i) => wire(`m${from + i}`, home.ago(100_000 - (from + i)))),
    ),
  );
/**
 * Sets the log's scroll position and height, which jsdom does not compute. Its visible part is 500 px high.
 */
const scroll = (top: number, height = 5000) => {
  const element = log();
  Object.defineProperties(element, {
    scrollHeight: { value: height, configurable: true },
    clientHeight: { value: 500, configurable: true },
  });
  element.scrollTop = top;
  return draw(() => void fireEvent.scroll(element));
};
const button = (name: string) => screen.queryByRole('button', { name });

const it = test.extend('home', () => renderHome());

describe('earlier messages', () => {
  const withMore = async () => {
    const home = renderHome();
    await many(home, 0, 3);
    await patch(home, { hasPreviousMessages: true });
    return home;
  };

  it('are fetched by scrolling near the beginning, and not while the reader is elsewhere (log-8)', async () => {
    const home = await withMore();
    await scroll(4500);
    await scroll(2000);
    expect(home.actions.loadPrevious).not.toHaveBeenCalled();
    await scroll(100);
    expect(home.actions.loadPrevious).toHaveBeenCalledTimes(1);
  });

  it('are not fetched when there are none, or when all messages fit', async () => {
    const home = await withMore();
    await scroll(0, 500);
    await patch(home, { hasPreviousMessages: false });
    await scroll(0);
    expect(home.actions.loadPrevious).not.toHaveBeenCalled();
  });

  it('say that they are on their way, and are not asked for twice', async () => {
    const home = await withMore();
    await patch(home, { historyStatus: 'pending' });
    const pending = button('Loading earlier messages') as HTMLButtonElement;
    expect(pending.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(pending);
    await scroll(0);
    expect(home.actions.loadPrevious).not.toHaveBeenCalled();
  });

  it('that could not be had are asked for again by pressing, not by scrolling (log-9)', async () => {
    const home = await withMore();
    await patch(home, { historyStatus: 'failed' });
    expect(screen.getByRole('alert').textContent).toBe('Couldn’t load messages');
    await scroll(0);
    expect(home.actions.loadPrevious).not.toHaveBeenCalled();
    fireEvent.click(button('Try again') as HTMLElement);
    expect(home.actions.loadPrevious).toHaveBeenCalledTimes(1);
    await patch(home, { historyStatus: 'successful' });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(button('Show earlier messages')).not.toBeNull();
  });

  it('leave the focus in the log when all are loaded', async () => {
    const home = await withMore();
    button('Show earlier messages')?.focus();
    await patch(home, { hasPreviousMessages: false });
    expect(document.activeElement).toBe(log());
  });
});

describe('the way to the end', () => {
  it('is shown to a reader who left it, with the number of new messages (log-12)', async ({ home }) => {
    await many(home, 0, 3);
    await scroll(4500);
    expect(button('Jump to latest')).toBeNull();
    await scroll(1000);
    expect(button('Jump to latest')).not.toBeNull();
    await says(home, 'new', 9);
    expect(button('1 new message')).not.toBeNull();
    await says(home, 'newer', 8);
    await says(home, 'own', 7, { role: 'appUser' });
    expect(button('2 new messages')).not.toBeNull();
  });

  it.each([81, 184, 900])(
    'is not shown to a reader whose log grew by %i px before its first scroll event',
    async (growth) => {
      const home = renderHome();
      await many(home, 0, 3);
      await scroll(4500, 5000 + growth);
      expect(button('Jump to latest')).toBeNull();
      await scroll(4500 + growth, 5000 + growth);
      await scroll(1000, 5000 + growth);
      expect(button('Jump to latest')).not.toBeNull();
    },
  );

  it('does not count earlier messages added above', async ({ home }) => {
    await many(home, 50, 60);
    await scroll(4500);
    await scroll(1000);
    await many(home, 0, 50);
    expect(button('Jump to latest')).not.toBeNull();
  });

  it('scrolls to the end, keeps the focus in the log and disappears', async ({ home }) => {
    await many(home, 0, 3);
    await scroll(4500);
    await scroll(1000);
    await says(home, 'new', 9);
    button('1 new message')?.focus();
    await draw(() => void fireEvent.click(button('1 new message') as HTMLElement));
    expect(log().scrollTop).toBe(5000);
    expect(document.activeElement).toBe(log());
    expect(button('1 new message')).toBeNull();
    // Fire the scroll event that a browser would fire.
    await scroll(5000);
    await scroll(1000);
    expect(button('Jump to latest')).not.toBeNull();
    await scroll(4500);
    expect(button('Jump to latest')).toBeNull();
  });
});

describe('the newest message of the visitor', () => {
  it('is sent until the business has read that far, and then seen', async ({ home }) => {
    await says(home, 'mine', 20, { role: 'appUser' });
    await patch(home, { businessLastRead: home.ago(21) });
    expect(items().at(-1)?.textContent).toMatch(/Sent$/);
    await patch(home, { businessLastRead: home.ago(20) });
    expect(items().at(-1)?.textContent).toMatch(/Seen$/);
    await says(home, 'again', 10, { role: 'appUser' });
    expect(items().at(-1)?.textContent).toMatch(/Sent$/);
    expect(log().textContent).not.toContain('Seen');
  });
});

describe('a log of ten thousand messages', () => {
  it('draws one row when one message is added', async ({ home }) => {
    await many(home, 0, 10_000);
    const rows = () => [...log().querySelectorAll('li')];
    const before = rows();
    expect(before.length).toBeGreaterThanOrEqual(10_000);
    home.time.mockClear();
    let made = 0;
    const observer = new MutationObserver((records) => {
      for (const record of records) made += record.addedNodes.length;
    });
    observer.observe(log(), { childList: true, subtree: true });
    await says(home, 'new', 100_000 - 10_000, { role: 'appUser' });
    for (const record of observer.takeRecords()) made += record.addedNodes.length;
    observer.disconnect();
    // At most the new row and the previous one, which no longer ends its group.
    expect(home.time.mock.calls.length).toBeLessThanOrEqual(2);
    expect(made).toBeLessThanOrEqual(2);
    const after = rows();
    expect(after.length).toBe(before.length + 1);
    expect(before.every((row, i) => row === after[i])).toBe(true);
  });

  it('keeps every row when a page is added above', async ({ home }) => {
    await many(home, 100, 200);
    const before = items().slice(1);
    await many(home, 0, 100);
    const after = items();
    expect(before.every((row) => after.includes(row))).toBe(true);
    expect(after.length).toBe(201);
  });
});
