import { describe, expect, test } from 'vitest';
import { createRouter } from '../../../src/slices/router';
import { createFakeStore } from '../../support/fakeStorage';

const create = () => {
  const session = createFakeStore();
  return { session, router: createRouter({ session }) };
};

const it = test.extend('router', () => create().router);

describe('cards', () => {
  it('open on top, out of where they were (router-1)', ({ router }) => {
    for (const card of ['home', 'voice', 'webview', 'home'] as const) router.openCard(card);
    expect(router.cards.value).toEqual(['voice', 'webview', 'home']);
    router.minimizeCard('voice');
    router.openCard('voice');
    expect([router.cards.value, router.minimized.value]).toEqual([['webview', 'home', 'voice'], []]);
  });

  it('close out of both lists (router-2)', ({ router }) => {
    router.openCard('home');
    router.openCard('voice');
    router.minimizeCard('voice');
    router.closeCard('voice');
    expect([router.cards.value, router.minimized.value]).toEqual([['home'], []]);
  });

  it('minimize to the end, when they are known (router-3)', ({ router }) => {
    for (const card of ['home', 'voice', 'webview'] as const) router.openCard(card);
    router.minimizeCard('home');
    router.minimizeCard('voice');
    router.minimizeCard('home');
    expect(router.minimized.value).toEqual(['voice', 'home']);
    const { router: other } = create();
    other.minimizeCard('voice');
    expect(other.minimized.value).toEqual([]);
  });
});

describe('the widget', () => {
  it('opens with home when there is no card, is remembered as open and forgets how it was closed (router-4, store-5)', () => {
    const { router, session } = create();
    router.closeWidget(1);
    router.openWidget();
    expect(router.widgetOpen.value).toBe(true);
    expect(router.cards.value).toEqual(['home']);
    expect(router.widgetClosedMethod.value).toBeNull();
    expect(session.get('widgetOpen')).toBe('true');
  });

  it('opens on the card that is there', ({ router }) => {
    router.openCard('voice');
    router.openWidget();
    expect(router.cards.value).toEqual(['voice']);
  });

  it('closes as by click when the detail is 1, else as by keyboard, and is remembered as closed (router-5)', () => {
    const { router, session } = create();
    for (const [detail, method] of [
      [1, 'click'],
      [0, 'keyboard'],
      [2, 'keyboard'],
    ] as const) {
      router.openWidget();
      router.closeWidget(detail);
      expect([router.widgetOpen.value, router.widgetClosedMethod.value]).toEqual([false, method]);
      expect(session.get('widgetOpen')).toBe('false');
    }
  });

  it('keeps the home card when it closes (router-8)', ({ router }) => {
    router.openWidget();
    router.closeWidget(1);
    expect(router.cards.value).toEqual(['home']);
  });

  it('is closed from outside, as by a reset (router-7)', ({ router }) => {
    router.openWidget();
    router.closeWidget(0);
    expect(router.widgetOpen.value).toBe(false);
  });

  it('toggles (router-6)', ({ router }) => {
    router.toggle({ detail: 1 });
    expect(router.widgetOpen.value).toBe(true);
    router.toggle({ detail: 1 });
    expect([router.widgetOpen.value, router.widgetClosedMethod.value]).toEqual([false, 'click']);
  });

  it('of another messenger on the page is not touched', () => {
    const [a, b] = [create(), create()];
    a.router.openWidget();
    expect(b.router.widgetOpen.value).toBe(false);
  });

  it('opens again, without moving, as the last page of the tab left it (router-10)', () => {
    const { session, router: last } = create();
    last.openWidget();
    const next = createRouter({ session });
    expect(next.widgetOpen.value).toBe(false);
    next.reopen();
    expect([next.widgetOpen.value, next.openedBy()]).toEqual([true, 'lastPage']);
    next.closeWidget(1);
    next.openWidget();
    expect(next.openedBy()).toBe('visitor');
  });

  it('is taken over as the launcher left it, unless somebody has opened it since', ({ router }) => {
    router.adopt();
    expect([router.widgetOpen.value, router.openedBy()]).toEqual([true, 'launcher']);
    router.closeWidget(1);
    router.openWidget('page');
    router.adopt();
    expect(router.openedBy()).toBe('page');
  });

  it('does not reopen if it was closed or the stored value is invalid (router-10)', () => {
    for (const entries of [undefined, { widgetOpen: 'false' }, { widgetOpen: '1' }]) {
      const router = createRouter({ session: createFakeStore(entries) });
      router.reopen();
      expect(router.widgetOpen.value).toBe(false);
    }
  });

  it('does not open again once somebody has opened or closed it on this page', () => {
    const session = createFakeStore({ widgetOpen: 'true' });
    const router = createRouter({ session });
    router.closeWidget(1);
    router.reopen();
    expect(router.widgetOpen.value).toBe(false);
    const opened = createRouter({ session: createFakeStore({ widgetOpen: 'true' }) });
    opened.openWidget();
    opened.reopen();
    expect(opened.openedBy()).toBe('visitor');
  });
});
