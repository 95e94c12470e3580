import { signal } from '@preact/signals-react';
import { beforeEach, expect, it, vi } from 'vitest';
import { placeWidget } from '../../../../src/features/appearance/placeWidget';
import { placed } from '../../../../src/launcher/place';
import { decodeLauncherConfig } from '../../../../src/wire/launcherConfig';
import type { Layout } from '../../../../src/wire/layout';

// What draws keeps the browser's own document as it loads.
beforeEach(() => void vi.stubGlobal('Document', class {}));

const CONFIG = { position: 'right', positionOffset: { web: { horizontal: 20, vertical: 30 } } };

const start = (initial: Layout = {}) => {
  const wishes = signal<Layout>(initial);
  const drawn = signal<readonly unknown[]>([]);
  const write = vi.fn();
  const report = vi.fn();
  const stop = placeWidget({ messenger: CONFIG, wishes, drawn, write, report });
  return { wishes, drawn, write, report, stop };
};

it('the place is the configuration’s unless a call sets it (launcher-11)', () => {
  expect(placed(decodeLauncherConfig({ messenger: CONFIG }), {})).toMatchObject({
    position: 'right',
    positionOffset: { web: { horizontal: 20, vertical: 30 }, mobile: { horizontal: 16, vertical: 16 } },
  });
  expect(
    placed(decodeLauncherConfig({ messenger: CONFIG }), {
      side: 'left',
      webVertical: 0,
      mobileHorizontal: 5,
    }),
  ).toMatchObject({
    position: 'left',
    positionOffset: { web: { horizontal: 20, vertical: 0 }, mobile: { horizontal: 5, vertical: 16 } },
  });
});

it('the launcher’s rules are left alone until a call wants another place', async () => {
  const { wishes, write } = start({ hideHeader: true });
  wishes.value = { hideHeader: false };
  await vi.dynamicImportSettled();
  expect(write).not.toHaveBeenCalled();
});

it('launcher, window and the label’s close button move to the place of the last call', async () => {
  const { wishes, write, report } = start();
  wishes.value = { side: 'left', webHorizontal: 99 };
  wishes.value = { side: 'left', webHorizontal: 48, mobileVertical: 7 };
  await vi.dynamicImportSettled();
  expect(write).toHaveBeenCalledTimes(1);
  const [css] = write.mock.calls[0] as [string];
  const [, both = ''] = /\.l,\.card\{([^}]*)\}/.exec(css) ?? [];
  expect(both.split(';')).toEqual(
    expect.arrayContaining([
      'left:48px',
      'bottom:30px',
      'margin:env(safe-area-inset-bottom) env(safe-area-inset-left)',
    ]),
  );
  expect(css).toContain(
    '.l{left:16px;bottom:calc(100% - 100dvh + 7px);margin-inline-end:max(env(safe-area-inset-left),100% - 100vw)}',
  );
  expect([...css.matchAll(/:host\{(--porch[^}]*)\}/g)].map(([, tokens]) => tokens)).toEqual([
    '--porch-right:auto;--porch-left:48px;--porch-bottom:calc(30px + max(0px,100% - 100dvh))',
    '--porch-right:auto;--porch-left:16px;--porch-bottom:calc(7px + max(0px,100% - 100dvh))',
  ]);
  expect(report).not.toHaveBeenCalled();
});

it('a later surface is placed too, and nothing after the undo', async () => {
  const { drawn, write, stop, wishes } = start({ side: 'left' });
  await vi.dynamicImportSettled();
  drawn.value = [...drawn.value, 'a frame'];
  await vi.dynamicImportSettled();
  expect(write).toHaveBeenCalledTimes(2);
  stop();
  wishes.value = { side: 'right' };
  await vi.dynamicImportSettled();
  expect(write).toHaveBeenCalledTimes(2);
});
