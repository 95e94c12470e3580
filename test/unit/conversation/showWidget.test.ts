import { signal } from '@preact/signals-react';
import { describe, expect, it, vi } from 'vitest';
import { createHomeDrawer } from '../../../src/conversation/drawHome';
import { showWidget, type WidgetSurface } from '../../../src/conversation/showWidget';
import type { Words } from '../../../src/i18n/words';
import { createDisposer } from '../../../src/platform/disposer';
import { callMayFocus } from '../../../src/platform/mayFocus';
import { createLauncherSlice } from '../../../src/slices/launcher';
import { createRouter } from '../../../src/slices/router';
import { createSettings } from '../../../src/slices/settings';
import { decodeConfig } from '../../../src/wire/config';
import { flush } from '../../support/fakeClock';
import { createFakePage } from '../../support/fakePage';
import { createFakeStore } from '../../support/fakeStorage';
import { englishWords } from '../../support/words';

const createSurface = (isOpen = false) => {
  const state = { open: isOpen, hidden: false };
  const button = { toggleAttribute: vi.fn(), focus: vi.fn(), dir: '', style: {} };
  return {
    button,
    root: { activeElement: null, host: new EventTarget() },
    /** Each opening and closing, and whether it moves. */
    moves: [] as [open: boolean, moves: boolean][],
    isOpen: () => state.open,
    setOpen: vi.fn(function (this: { moves: [boolean, boolean][] }, open: boolean, _focused: boolean) {
      state.open = open;
      this.moves.push([open, !state.hidden]);
    }),
    setHidden: vi.fn((hidden: boolean) => {
      state.hidden = hidden;
    }),
    setZIndex: vi.fn(),
    update: vi.fn(),
    failed: vi.fn(),
    retry: () => {},
  };
};

const create = ({ still = false, isOpen = false, open = false } = {}) => {
  const surface = createSurface(isOpen);
  const router = createRouter({ session: createFakeStore(still ? { widgetOpen: 'true' } : {}) });
  if (open) router.adopt();
  const launcher = createLauncherSlice();
  const settings = createSettings({ config: decodeConfig({}) });
  const words = signal<Words | undefined>(undefined);
  const stop = showWidget({
    surface: surface as unknown as WidgetSurface,
    router,
    launcher,
    settings,
    words,
  });
  const state = () => surface.update.mock.calls.at(-1)?.[0];
  return { surface, router, launcher, settings, words, stop, state };
};

describe('the window', () => {
  it('opens and closes with the router, and moves', () => {
    const { surface, router } = create();
    expect(surface.setOpen).not.toHaveBeenCalled();
    router.openWidget();
    router.closeWidget(1);
    expect(surface.moves).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  it('restores an earlier page’s state without animation, and is animated after that (router-10)', () => {
    const { surface, router } = create({ still: true });
    router.reopen();
    router.closeWidget(1);
    router.openWidget();
    expect(surface.moves.map(([, moves]) => moves)).toEqual([false, true, true]);
  });

  it('that is open already is not opened again', () => {
    const { surface } = create({ isOpen: true, open: true });
    expect(surface.setOpen).not.toHaveBeenCalled();
  });

  it.each([
    ['visitor', true],
    ['page', false],
    ['lastPage', false],
  ] as const)('that %s opened takes the focus: %s (focus-4)', (by, takes) => {
    const { surface, router } = create();
    router.openWidget(by);
    expect(surface.setOpen.mock.calls).toEqual([[true, takes]]);
  });

  it.each([
    ['input', true, true, false],
    ['iframe', true, true, false],
    ['a', true, true, true],
    ['a', undefined, true, true],
    ['a', false, true, false],
    ['body', false, true, false],
    ['body', true, true, true],
    ['body', true, false, false],
  ])(
    'whose call comes while %s has the focus, after a press: %s, in a page that has the keys: %s, may take it: %s (focus-4)',
    (at, isActive, hasFocus, may) => {
      const navigator = isActive === undefined ? {} : { userActivation: { isActive } };
      const activeElement = { matches: (selectors: string) => selectors.split(',').includes(at) };
      const root = {
        activeElement: null,
        ownerDocument: { activeElement, hasFocus: () => hasFocus, defaultView: { navigator } },
      };
      expect(callMayFocus(root as unknown as ShadowRoot)).toBe(may);
    },
  );

  it('keeps what presses the launcher from the page, and leaves it its other keys', () => {
    const { surface, stop } = create();
    const kept = (type: string, key?: string) => {
      const event = Object.assign(new Event(type, { bubbles: true }), { key });
      const stopping = vi.spyOn(event, 'stopPropagation');
      surface.root.host.dispatchEvent(event);
      return stopping.mock.calls.length > 0;
    };
    const presses = ['pointerdown', 'mousedown', 'touchstart', 'click'].map((type) => kept(type));
    expect(presses).toEqual([true, true, true, false]);
    const keys = [' ', 'Enter', 'Escape', 'Tab', '/', 'a'].map((key) => kept('keydown', key));
    expect(keys).toEqual([true, true, false, false, false, false]);
    stop();
    expect(kept('pointerdown')).toBe(false);
  });

  it('leaves the focus where it is when a call closes it and the visitor is elsewhere', () => {
    const { surface, router } = create();
    router.openWidget();
    router.closeWidget(0);
    expect(surface.button.focus).not.toHaveBeenCalled();
    expect(surface.setOpen.mock.calls.at(-1)).toEqual([false, false]);
  });

  it('gives focus back to the launcher, with its mark after the keyboard alone (focus-2)', () => {
    const { surface, router } = create();
    // The visitor is in the card's frame.
    Object.assign(surface.root, { activeElement: surface.button });
    router.openWidget();
    expect(surface.button.focus).not.toHaveBeenCalled();
    router.closeWidget(1);
    router.openWidget();
    router.closeWidget(0);
    expect(surface.button.focus).toHaveBeenCalledTimes(2);
    expect(surface.button.toggleAttribute.mock.calls).toEqual([
      ['data-focus', false],
      ['data-focus', true],
    ]);
  });
});

describe('the launcher', () => {
  it('is hidden and raised by the page (api-10)', () => {
    const { surface, launcher, settings } = create();
    launcher.hide();
    settings.setZIndex(5);
    expect(surface.setHidden.mock.calls).toEqual([[false], [true]]);
    expect(surface.setZIndex.mock.calls).toEqual([[999999], [5]]);
  });

  it('has its names in the language of the moment (launcher-3)', () => {
    const { words, state } = create();
    words.value = englishWords();
    expect(state()).toEqual({
      open: 'Open messaging window',
      close: 'Close messaging window',
    });
  });
});

it('after the undo nothing reaches the surface', () => {
  const { surface, router, launcher, words, stop } = create();
  stop();
  surface.setHidden.mockClear();
  router.openWidget();
  launcher.hide();
  words.value = englishWords();
  for (const method of [surface.setOpen, surface.setHidden]) expect(method).not.toHaveBeenCalled();
});

describe('the home card', () => {
  const drawer = (draw: () => Promise<() => void>) => {
    const surface = createSurface();
    const failed = vi.fn();
    const page = createFakePage();
    const { add: onDispose, dispose } = createDisposer();
    const home = createHomeDrawer({
      surface: surface as unknown as WidgetSurface,
      draw,
      page,
      failed,
      onDispose,
    });
    return { surface, failed, page, draw: home, dispose };
  };

  it('is drawn once and is removed at the end', async () => {
    const undo = vi.fn();
    const draw = vi.fn(async () => undo);
    const home = drawer(draw);
    home.draw();
    home.draw();
    await flush();
    home.draw();
    await flush();
    expect(draw).toHaveBeenCalledTimes(1);
    home.dispose();
    expect(undo).toHaveBeenCalledTimes(1);
  });

  it('reports a failed load and is drawn on retry (layout-12)', async () => {
    const draw = vi.fn<() => Promise<() => void>>().mockRejectedValueOnce(new Error('no chunk'));
    draw.mockResolvedValue(() => {});
    const home = drawer(draw);
    home.draw();
    await flush();
    expect(home.failed.mock.calls).toEqual([[new Error('no chunk')]]);
    home.surface.retry();
    await flush();
    expect(draw).toHaveBeenCalledTimes(2);
  });

  it('that cannot be had is asked for again when the page wakes, and only then', async () => {
    const draw = vi.fn<() => Promise<() => void>>().mockRejectedValueOnce(new Error('no chunk'));
    draw.mockResolvedValue(() => {});
    const home = drawer(draw);
    home.page.setOnline(true);
    expect(draw).not.toHaveBeenCalled();
    home.draw();
    await flush();
    home.page.setOnline(false);
    expect(draw).toHaveBeenCalledTimes(1);
    home.page.setOnline(true);
    await flush();
    expect(draw).toHaveBeenCalledTimes(2);
    home.page.setVisible(true);
    expect(draw).toHaveBeenCalledTimes(2);
    home.dispose();
    expect(home.page.listeners()).toBe(0);
  });

  it('is undone too when the messenger ends while it is being drawn', async () => {
    const undo = vi.fn();
    let finish = (_: () => void) => {};
    const home = drawer(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    home.draw();
    home.dispose();
    finish(undo);
    await flush();
    expect(undo).toHaveBeenCalledTimes(1);
  });
});
