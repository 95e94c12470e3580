import { signal } from '@preact/signals-react';
import { expect, it, vi } from 'vitest';
import { loadOnce } from '../../../src/conversation/onceOpen';
import { flush } from '../../support/fakeClock';

it('a load starts once, when it is wanted', async () => {
  const wanted = signal(0);
  const load = vi.fn(async () => {});
  loadOnce(wanted, load);
  expect(load).not.toHaveBeenCalled();
  wanted.value = 1;
  await flush();
  wanted.value = 2;
  expect(load).toHaveBeenCalledOnce();
});

it('a load that failed is repeated when the value changes, and not after the end', async () => {
  const wanted = signal(1);
  const load = vi.fn(async () => {
    throw new Error('no chunk');
  });
  const stop = loadOnce(wanted, load);
  await flush();
  wanted.value = 2;
  await flush();
  expect(load).toHaveBeenCalledTimes(2);
  stop();
  wanted.value = 3;
  expect(load).toHaveBeenCalledTimes(2);
});
