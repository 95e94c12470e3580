import { signal } from '@preact/signals-react';
import { describe, expect, it, vi } from 'vitest';
import { createScreenFiller } from '../../../../src/features/fullScreen/fillScreen';
import { createFakeClock } from '../../../support/fakeClock';

const setup = () => {
  const clock = createFakeClock();
  const shown = signal(false);
  const state = { locked: false, fills: true };
  let resize = () => {};
  const fit = vi.fn();
  const dispose = createScreenFiller({
    shown,
    clock,
    fills: () => state.fills,
    lock: (locked) => {
      state.locked = locked;
    },
    fit,
    onResize(run) {
      resize = run;
      return () => {
        resize = () => {};
      };
    },
  });
  return { clock, shown, state, fit, dispose, resize: () => resize() };
};

describe('a window that fills the screen', () => {
  it('stops the page from scrolling a short time after it is open, and lets it again at once (layout-4)', async () => {
    const { clock, shown, state } = setup();
    shown.value = true;
    await clock.advance(399);
    expect(state.locked).toBe(false);
    await clock.advance(1);
    expect(state.locked).toBe(true);
    shown.value = false;
    expect(state.locked).toBe(false);
  });

  it('that is closed before that leaves the page alone', async () => {
    const { clock, shown, state } = setup();
    shown.value = true;
    await clock.advance(200);
    shown.value = false;
    await clock.advance(1000);
    expect(state.locked).toBe(false);
  });

  it('that no longer fills it, as on a rotated tablet, lets the page scroll, and stops it again when it does', async () => {
    const { clock, shown, state, fit, resize } = setup();
    shown.value = true;
    await clock.advance(400);
    state.fills = false;
    resize();
    expect([state.locked, fit.mock.lastCall]).toEqual([false, [false]]);
    state.fills = true;
    resize();
    await clock.advance(400);
    expect([state.locked, fit.mock.lastCall]).toEqual([true, [true]]);
  });

  it('leaves nothing behind when the messenger goes', async () => {
    const { clock, shown, state, fit, dispose, resize } = setup();
    shown.value = true;
    await clock.advance(400);
    dispose();
    expect([state.locked, fit.mock.lastCall]).toEqual([false, [false]]);
    resize();
    shown.value = false;
    shown.value = true;
    await clock.advance(1000);
    expect(state.locked).toBe(false);
  });
});
