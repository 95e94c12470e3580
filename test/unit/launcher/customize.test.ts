import { describe, expect, it } from 'vitest';
import { readWishes } from '../../../src/launcher/customize';
import { createOuterPalette } from '../../../src/model/palette';

const call = (value: unknown, more: object = {}) =>
  Object.assign(['messenger:set', 'customization', value], {
    method: 'messenger:set.customization',
    ...more,
  });

describe('the look set by waiting calls', () => {
  it('combines all calls, the last one first', () => {
    const { theme, layout } = readWishes([
      call({ theme: { action: '#111111', notify: '#222222' }, position: { side: 'left' } }),
      call({ theme: { action: '#333333' }, labels: { launcher_open: 'Ask' } }),
    ]);
    expect(theme.colors).toMatchObject({ action: [51, 51, 51, 1], notify: [34, 34, 34, 1] });
    expect(theme.labels).toEqual({ launcher_open: 'Ask' });
    expect(layout).toEqual({ side: 'left' });
  });

  it('leaves out wrong fields only (conf-7)', () => {
    const { theme, layout } = readWishes([
      call({ theme: { action: '#111111', conversationListBackground: '#fff' }, position: { side: 'top' } }),
      call({ theme: { action: 'red', notify: '#222222' }, position: { side: 'left' } }),
    ]);
    expect(theme.colors).toEqual({ action: [17, 17, 17, 1], notify: [34, 34, 34, 1] });
    expect(layout).toEqual({ side: 'left' });
  });

  it('ignores cancelled, invalid and other calls', () => {
    const { theme, layout } = readWishes([
      call({ position: { side: 'left' } }, { cancelled: true }),
      call({ position: { side: 'left' } }, { method: 'messenger:set.locale' }),
      call('left'),
      call(undefined),
    ]);
    expect([theme.colors, layout]).toEqual([{}, {}]);
  });
});

it('the colours outside of the cards are only those that are wished, with a text that reads', () => {
  expect(createOuterPalette({}, true)).toMatchObject({ action: undefined, notify: undefined });
  const { action, notify } = createOuterPalette(
    { action: [0, 0, 0, 0.5], background: [255, 255, 255, 1], onNotify: [198, 40, 41, 1] },
    false,
  );
  expect(action?.surface).toEqual([128, 128, 128]);
  expect(notify?.surface).toEqual([198, 40, 40]);
  expect(notify?.ink).not.toEqual([198, 40, 41]);
});
