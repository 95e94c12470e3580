import { cleanup } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wire, wireConversation } from '../support/messages';
import { CONVERSATION, draw, type Home, items, log, renderHome } from './support/renderHome';

/** The heights that the made-up document gives: rows are one below another, at the log's end when they are few. */
const HEIGHT = { log: 500, row: 60, tall: 900 };

const glides = vi.fn((_frames: { transform: string[] }) => ({}) as Animation);
const heightOf = (element: Element): number =>
  element.textContent?.includes('LONG') ? HEIGHT.tall : HEIGHT.row;
const sum = (elements: Iterable<Element>) => [...elements].reduce((all, row) => all + heightOf(row), 0);
const topOf = (log: Element): number => Math.max(0, HEIGHT.log - sum(log.querySelectorAll('li')));

/** Gives elements their places. happy-dom draws nothing. */
const layOut = () => {
  const property = (name: string, get: (this: HTMLElement) => number) =>
    vi.spyOn(HTMLElement.prototype, name as 'clientHeight', 'get').mockImplementation(get);
  property('clientHeight', () => HEIGHT.log);
  property('offsetHeight', function (this: HTMLElement) {
    return heightOf(this);
  });
  property('offsetTop', function (this: HTMLElement) {
    const log = this.closest('[role=log]');
    const rows = [...(log?.querySelectorAll('li') ?? [])];
    return log ? topOf(log) + sum(rows.slice(0, Math.max(0, rows.indexOf(this as HTMLLIElement)))) : 0;
  });
  property('scrollHeight', function (this: HTMLElement) {
    return Math.max(HEIGHT.log, sum(this.querySelectorAll('li')));
  });
  HTMLElement.prototype.animate = glides as unknown as HTMLElement['animate'];
};

beforeEach(() => {
  layOut();
  glides.mockClear();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  Reflect.deleteProperty(HTMLElement.prototype, 'animate');
});

const says = (home: Home, _id: string, at: number, text = _id) =>
  draw(() => home.messages.merge(CONVERSATION, [wire(_id, home.ago(100) + at, { text, name: 'Ann' })]));
const begun = async (count: number) => {
  const home = renderHome();
  await draw(() =>
    home.messages.merge(
      CONVERSATION,
      Array.from({ length: count }, (_, i) => wire(`m${i}`, home.ago(200) + i, { name: 'Ann' })),
    ),
  );
  glides.mockClear();
  return home;
};
const moved = () => glides.mock.calls.map(([frames]) => frames.transform[0]);

describe('a message that arrives', () => {
  it('rises, and those that were there when the card was drawn do not', async () => {
    const home = await begun(2);
    await says(home, 'new', 101);
    expect(items().map((li) => li.hasAttribute('data-new'))).toEqual([false, false, false, true]);
  });

  it('moves a short log up smoothly, by its own height', async () => {
    const home = await begun(2);
    await says(home, 'new', 10);
    expect(moved()).toEqual(['translateY(60px)']);
    // Rows below the log's end must not lengthen what can be scrolled: the log would follow them there.
    const glide = glides.mock.results[0]?.value as Animation;
    const content = log().firstElementChild as HTMLElement;
    expect(content.style.overflowY).toBe('clip');
    glide.onfinish?.({} as AnimationPlaybackEvent);
    expect(content.style.overflowY).toBe('');
  });

  it('takes a reader at the end of a long log along, at once and smoothly', async () => {
    const home = await begun(20);
    await says(home, 'new', 10);
    expect(log().scrollTop).toBe(log().scrollHeight);
    expect(moved()).toHaveLength(1);
  });

  it('does not move with less motion', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => ({ matches: query.includes('reduced-motion') }) as MediaQueryList,
    );
    const home = await begun(2);
    await says(home, 'new', 10);
    expect(moved()).toEqual([]);
  });

  it('that is taller than the log is read from its first line, and the next one moves nothing', async () => {
    const home = await begun(20);
    await says(home, 'tall', 10, 'LONG');
    const start = log().scrollTop;
    // Twenty messages and a timestamp are above it.
    expect(start).toBe(21 * HEIGHT.row - 8);
    await says(home, 'next', 11);
    expect(log().scrollTop).toBe(start);
  });

  it('of another conversation that is opened stands at once', async () => {
    const home = await begun(2);
    await draw(() => {
      home.conversations.upsert(wireConversation('other'));
      home.messages.merge('other', [
        wire('a', home.ago(50)),
        wire('b', home.ago(49)),
        wire('c', home.ago(48)),
      ]);
      home.conversations.show('other');
    });
    expect(items()).toHaveLength(4);
    expect(moved()).toEqual([]);
  });

  it('is not moved by a page of history above it', async () => {
    const home = await begun(20);
    await says(home, 'old', -500);
    expect(moved()).toEqual([]);
  });
});
