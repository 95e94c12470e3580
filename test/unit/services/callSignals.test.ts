import { describe, expect, it } from 'vitest';
import { createCallSignals } from '../../../src/services/callSignals';
import { RequestError } from '../../../src/services/requestError';
import type { Signal } from '../../../src/wire/voice';
import { createFakeClock, flush } from '../../support/fakeClock';

const END: Signal = { type: 'end', reason: 'hungUp' };

/** One end of a call whose requests fail when the test wants. */
const open = () => {
  const told: (readonly Signal[])[] = [];
  const fails: ((cause: unknown) => void)[] = [];
  const signals = createCallSignals({
    clock: createFakeClock(),
    take() {},
    gone() {},
    channel: {
      ask: () => new Promise(() => {}),
      post: (some) => {
        told.push(some);
        return new Promise((_, reject) => void fails.push(reject));
      },
      leave() {},
    },
  });
  const fail = async (cause: unknown) => {
    fails.shift()?.(cause);
    await flush();
  };
  return { signals, told, fail };
};

describe('the end of a call', () => {
  it('is told although the request before it failed, and once', async () => {
    const { signals, told, fail } = open();
    signals.send({ type: 'restart' });
    signals.stop(END);
    await fail(new RequestError('network', 'no answer'));
    expect(told).toEqual([[{ type: 'restart' }], [END]]);
    await fail(new RequestError('network', 'no answer'));
    expect(told).toHaveLength(2);
  });

  it('is not told to a service that no longer knows the call', async () => {
    const { signals, told, fail } = open();
    signals.send({ type: 'restart' });
    signals.stop(END);
    await fail({ status: 404 });
    expect(told).toHaveLength(1);
  });
});
