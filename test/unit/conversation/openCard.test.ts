import { describe, expect, it } from 'vitest';
import { createCardFlow } from '../../../src/conversation/openCard';
import type { CardFrame } from '../../../src/platform/frames';
import { createRouter } from '../../../src/slices/router';
import { createFakeClock } from '../../support/fakeClock';
import { createFakeStore } from '../../support/fakeStorage';

const setup = () => {
  const clock = createFakeClock();
  const router = createRouter({ session: createFakeStore() });
  /** The calls made on the cards, in order. */
  const seen: unknown[] = [];
  let drawn = 0;
  const card = createCardFlow<string>({
    name: 'webview',
    router,
    clock,
    cardStack: Promise.resolve((_card, _home, share, delays) => {
      const number = drawn + 1;
      seen.push(['laid', share, ...delays]);
      return {
        cover: () => void seen.push(`covered ${number}`),
        close: () => void seen.push(`closed ${number}`),
        remove: () => void seen.push(`removed ${number}`),
      };
    }),
    home: async () => ({ element: {} }) as CardFrame,
    createFrame: (ready) => ready({ element: {} } as CardFrame),
    draw() {
      const number = ++drawn;
      return () => void seen.push(`erased ${number}`);
    },
  });
  return { card, clock, router, seen };
};

describe('a card above the conversation', () => {
  it('opens the widget with its share of the home card’s height (layout-6, layout-10, router-9)', async () => {
    for (const share of [0.5, 0.75, 1]) {
      const { card, router, seen } = setup();
      await card.open('a page', { share });
      expect([router.widgetOpen.value, router.cards.value]).toEqual([true, ['home', 'webview']]);
      expect(seen).toEqual([['laid', share, 150, 200, 300]]);
    }
  });

  it('is opened once for any number of requests (router-9)', async () => {
    const { card, seen } = setup();
    await Promise.all([card.open('a page', { share: 0.75 }), card.open('a page', { share: 0.5 })]);
    await card.open('a page', { share: 0.5 });
    expect(seen).toEqual([['laid', 0.75, 150, 200, 300]]);
  });

  it('that is shown aside covers the one below when the visitor turns to it, and not after its end (page-3)', async () => {
    const { card, seen } = setup();
    card.cover();
    await card.open('a page', { share: 1, aside: true });
    card.cover();
    card.close();
    card.cover();
    expect(seen.slice(1)).toEqual(['covered 1', 'closed 1']);
  });

  it('is taken away 100 ms after its closing has ended (layout-9)', async () => {
    const { card, clock, router, seen } = setup();
    await card.open('a page', { share: 0.75 });
    card.close();
    card.close();
    expect(router.cards.value).toEqual(['home']);
    await clock.advance(499);
    expect(seen.slice(1)).toEqual(['closed 1']);
    await clock.advance(1);
    expect(seen.slice(1)).toEqual(['closed 1', 'erased 1', 'removed 1']);
  });

  it('is replaced at once when another is opened', async () => {
    const { card, clock, seen } = setup();
    await card.open('a page', { share: 0.75 });
    card.close();
    await clock.advance(100);
    await card.open('a page', { share: 0.5 });
    expect(seen.slice(1)).toEqual(['closed 1', 'erased 1', 'removed 1', ['laid', 0.5, 150, 200, 300]]);
    await clock.advance(1000);
    expect(seen).toHaveLength(5);
  });

  it('is not drawn when it was closed before the home card', async () => {
    const { card, seen } = setup();
    const opening = card.open('a page', { share: 0.75 });
    card.close();
    await opening;
    expect(seen).toEqual([]);
  });

  it('is removed with the messenger', async () => {
    const { card, clock, seen } = setup();
    await card.open('a page', { share: 0.75 });
    card.dispose();
    expect(seen.slice(1)).toEqual(['closed 1', 'erased 1', 'removed 1']);
    expect(clock.pending()).toBe(0);
  });
});
