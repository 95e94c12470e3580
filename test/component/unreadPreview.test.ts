import { describe, expect, it } from 'vitest';
import { createPreview } from '../../src/features/unreadBadge/preview';
import type { Storages } from '../../src/platform/storage';
import { createBrowser, createUnreadSide } from './support/unreadSide';

const create = (options: { storages?: Storages; listed?: boolean } = {}) => {
  const side = createUnreadSide(options);
  createPreview(side.deps);
  side.speak();
  const card = () => side.surface.root.querySelector<HTMLElement>('.p');
  const [message, dismiss] = [0, 1].map((i) => () => card()?.children[i] as HTMLButtonElement);
  return {
    ...side,
    card,
    message: message as () => HTMLButtonElement,
    dismiss: dismiss as () => HTMLButtonElement,
    part: (tag: string) => card()?.querySelector(tag)?.textContent,
    /** Waits until the card is told to screen readers. */
    told: () => side.clock.advance(100),
  };
};

describe('the preview of an unread message', () => {
  it('shows who wrote and what, beside the closed launcher', async () => {
    const { has, told, part, message, dismiss } = create();
    has('c', [1], { text: 'Your canoe is ready.' });
    await told();
    expect([part('i'), part('b'), part('p'), part('small')]).toEqual([
      'ML',
      'Mara Lind',
      'Your canoe is ready.',
      undefined,
    ]);
    expect(message().textContent).toContain('Your canoe is ready.');
    expect(dismiss().ariaLabel).toBe('Dismiss message');
  });

  it('has the face of the window: under the title’s name the header’s picture, or one letter on the action colour', async () => {
    const { has, told, card, surface } = create();
    const face = () => card()?.querySelector('i') as HTMLElement;
    has('c', [1], { name: 'Shoe shop' });
    await told();
    expect([face().textContent, face().style.background]).toEqual(['S', 'var(--a)']);
    expect(face().style.color).toBe(getComputedStyle(surface.button as Element).color);
    has('c', [2], { name: 'Mara Lind' });
    await told();
    expect(face().textContent).toBe('ML');
    expect(face().style.background).not.toContain('var');
  });

  it('shows the newest of several with their count', async () => {
    const { has, told, part } = create();
    has('c', [1, 2, 3]);
    await told();
    expect([part('p'), part('small')]).toEqual(['text of c-3', '3 unread messages']);
  });

  it('is a polite live region that is there before its text', async () => {
    const { has, told, card } = create();
    has('c', [1]);
    expect([card()?.ariaLive, card()?.ariaLabel, card()?.childElementCount]).toEqual([
      'polite',
      'New messages',
      0,
    ]);
    await told();
    expect(card()?.childElementCount).toBe(2);
  });

  it('opens the conversation of its message with a press, also from the list', async () => {
    const { has, told, message, conversations, router, card, refreshes } = create({ listed: true });
    has('old', [1]);
    conversations.show('old');
    conversations.setRead('old', 'lastRead', 1);
    has('other', [5]);
    conversations.show();
    await told();
    message().click();
    expect(conversations.active.value?._id).toBe('other');
    expect(conversations.listShown.value).toBe(false);
    expect(router.widgetOpen.value).toBe(true);
    expect(refreshes()).toBe(1);
    expect(card()).toBeNull();
  });

  it('stays away once it is dismissed, until a newer message comes', async () => {
    const { has, told, dismiss, card, part, surface } = create();
    has('c', [1]);
    await told();
    dismiss().focus();
    dismiss().click();
    expect(card()).toBeNull();
    expect(surface.root.activeElement).toBe(surface.button);
    has('c', [1]);
    await told();
    expect(card()).toBeNull();
    has('c', [2]);
    await told();
    expect(part('p')).toBe('text of c-2');
  });

  it('is dismissed by Escape', async () => {
    const { has, told, message, card } = create();
    has('c', [1]);
    await told();
    message().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(card()).toBeNull();
  });

  it('goes in all tabs when it is dismissed in one, and on the next page', async () => {
    const browser = createBrowser();
    const one = create({ storages: browser.tab() });
    const two = create({ storages: browser.tab() });
    for (const tab of [one, two]) {
      tab.has('c', [1]);
      await tab.told();
    }
    expect(two.card()).not.toBeNull();
    one.dismiss().click();
    expect(two.card()).toBeNull();
    const next = create({ storages: browser.tab() });
    next.has('c', [1]);
    await next.told();
    expect(next.card()).toBeNull();
    for (const tab of [one, two, next]) tab.end();
  });

  it('does not come back when the visitor has opened and closed the window', async () => {
    const { has, told, card, router } = create();
    has('c', [1]);
    await told();
    router.openWidget();
    expect(card()).toBeNull();
    router.closeWidget(1);
    await told();
    expect(card()).toBeNull();
  });

  it('goes when its message was read elsewhere, and keeps nothing running', async () => {
    const { has, told, card, conversations, clock, end } = create();
    has('c', [1]);
    await told();
    conversations.setRead('c', 'lastRead', 1);
    expect(card()).toBeNull();
    has('c', [2]);
    end();
    expect([card(), clock.pending()]).toEqual([null, 0]);
  });

  it('tells a message once, whatever else changes', async () => {
    const { has, told, message, conversations } = create();
    has('c', [1]);
    await told();
    const drawn = message();
    conversations.synced('c', { hasPreviousMessages: true });
    await told();
    expect(message()).toBe(drawn);
  });
});
