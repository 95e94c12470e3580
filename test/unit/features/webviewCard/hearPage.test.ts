import { describe, expect, it, vi } from 'vitest';
import { hearPage } from '../../../../src/features/webviewCard/hearPage';
import { createFakeClock } from '../../../support/fakeClock';

/** A window whose frames are drawn when the test wants. */
const create = () => {
  const clock = createFakeClock();
  const frames: (() => void)[] = [];
  const own = Object.assign(new EventTarget(), {
    requestAnimationFrame: (draw: () => void) => frames.push(draw),
    cancelAnimationFrame: () => void frames.splice(0),
  }) as unknown as Window;
  const page = {} as Window;
  const on = { close: vi.fn(), setTitle: vi.fn() };
  const stop = hearPage(own, clock.after, () => page, on);
  const send = (data: unknown, from: object = {}) =>
    own.dispatchEvent(Object.assign(new Event('message'), { data, source: page, origin: 'null', ...from }));
  const title = (text: string) => send({ porch: 1, type: 'setTitle', title: text });
  const draw = () => {
    for (const frame of frames.splice(0)) frame();
  };
  return { clock, frames, on, stop, send, title, draw };
};

describe('the messages of an extension page', () => {
  it('draw its title once a frame, the last one', () => {
    const { on, title, draw } = create();
    for (let at = 0; at < 50; at++) title(`Step ${at}`);
    expect(on.setTitle).not.toHaveBeenCalled();
    draw();
    expect(on.setTitle.mock.calls).toEqual([['Step 49']]);
    title('Done');
    draw();
    expect(on.setTitle.mock.calls).toEqual([['Step 49'], ['Done']]);
  });

  it.each([101, 1000, 20_000])(
    'are not heard any more after %i of them within a second (page-4)',
    (count) => {
      const { on, title, draw, send } = create();
      for (let at = 0; at < count; at++) title(`Step ${at}`);
      draw();
      expect(on.setTitle.mock.calls).toEqual([['Step 99']]);
      send({ porch: 1, type: 'close' });
      title('Later');
      draw();
      expect([on.setTitle.mock.calls.length, on.close.mock.calls.length]).toEqual([1, 0]);
    },
  );

  it('are heard for ever where they come at 100 a second', async () => {
    const { clock, on, title, draw } = create();
    for (let second = 0; second < 60; second++) {
      for (let at = 0; at < 100; at++) title(`${second}:${at}`);
      draw();
      await clock.advance(1000);
    }
    expect(on.setTitle).toHaveBeenCalledTimes(60);
  });

  it('count only where they are of the page', () => {
    const { on, send, title, draw } = create();
    const close = { porch: 1, type: 'close' };
    for (let at = 0; at < 200; at++)
      for (const from of [{ source: {} }, { source: null }, { origin: 'https://shop.example' }])
        send(close, from);
    title('Mine');
    draw();
    expect([on.close.mock.calls.length, on.setTitle.mock.calls]).toEqual([0, [['Mine']]]);
  });

  it('draw nothing once the card is closed', () => {
    const { on, stop, title, draw } = create();
    title('Late');
    stop();
    draw();
    title('Later');
    draw();
    expect(on.setTitle).not.toHaveBeenCalled();
  });
});
