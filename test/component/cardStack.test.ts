import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createCardStack } from '../../src/platform/cardStack';

class Observer {
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  document.body.replaceChildren();
  vi.stubGlobal('ResizeObserver', Observer);
});

/** A surface with a home card and `count` cards above it, each opened on top of the previous ones. */
const start = (count: number) => {
  const host = document.createElement('div');
  document.body.append(host);
  const root = host.attachShadow({ mode: 'open' });
  const add = () => {
    const card = document.createElement('div');
    card.className = 'card';
    root.append(card);
    return card;
  };
  const home = add();
  const lay = createCardStack(window, { root });
  const cards = Array.from({ length: count }, () => {
    const card = add();
    return { card, ...lay(card, home, 1, [150, 200, 300]) };
  });
  /** The state of the home card and of each card above it. */
  const states = () =>
    [home, ...cards.map(({ card }) => card)].map((card) =>
      card.hasAttribute('data-under') ? (card.inert ? 'under' : 'torn') : card.inert ? 'closing' : 'top',
    );
  return { home, cards, lay, states };
};

describe('cards above others', () => {
  it('leave only the top card interactive, for any number of cards (layout-8)', () => {
    expect(start(1).states()).toEqual(['under', 'top']);
    expect(start(2).states()).toEqual(['under', 'under', 'top']);
    expect(start(3).states()).toEqual(['under', 'under', 'under', 'top']);
  });

  it('come back one by one as those above them close', () => {
    const { cards, states, home } = start(2);
    cards[1]?.close();
    expect(states()).toEqual(['under', 'top', 'closing']);
    cards[1]?.remove();
    cards[0]?.close();
    expect(states().slice(0, 2)).toEqual(['top', 'closing']);
    cards[0]?.remove();
    expect(home.parentNode?.childNodes).toHaveLength(1);
    expect(home.style.transitionDelay).toBe('');
  });

  it('leave the one below interactive while they are aside, until the visitor turns to them (page-3)', () => {
    const { home, lay } = start(0);
    const card = document.createElement('div');
    const { cover, close } = lay(card, home, 1, [150, 200, 300], true);
    expect([home.inert, home.hasAttribute('data-under')]).toEqual([false, true]);
    cover();
    expect(home.inert).toBe(true);
    close();
    expect([home.inert, home.hasAttribute('data-under')]).toEqual([false, false]);
  });

  it('stay under the top one when one between them closes', () => {
    const { cards, states } = start(2);
    cards[0]?.close();
    expect(states()).toEqual(['under', 'closing', 'top']);
    cards[1]?.close();
    expect(states()).toEqual(['top', 'closing', 'closing']);
  });
});
