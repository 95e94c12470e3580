import { describe, expect, it, vi } from 'vitest';
import * as sending from '../../../../src/delivery/sending/sendQueue';
import { SENDING_FILE_AGAIN_MS } from '../../../../src/model/retries/core';
import { flush } from '../../../support/fakeClock';
import { createVisitorSide } from '../../../support/visitorSide';

/** A visitor whose send queue cannot be loaded until `reachable` is set. */
const create = async () => {
  const state = { reachable: false };
  const loadQueue = vi.fn(async () => {
    if (!state.reachable) throw new Error('no chunk');
    return sending;
  });
  const side = createVisitorSide({ loadQueue });
  await side.starter.ensureStarted();
  await flush();
  const sent = () => side.service.log('conv-of-user-1').map((m) => m.text);
  return { ...side, state, loadQueue, sent };
};

describe('a text whose send queue could not be loaded', () => {
  it('waits in the log and the outbox, and is sent once the file comes', async () => {
    const side = await create();
    await side.write('a');
    expect(side.log().map((m) => [m.text, m.status])).toEqual([['a', 'sending']]);
    expect(side.outbox.of('user-1')).toHaveLength(1);
    side.state.reachable = true;
    await side.clock.advance(SENDING_FILE_AGAIN_MS);
    await flush();
    expect([side.sent(), side.outbox.of('user-1')]).toEqual([['a'], []]);
  });

  it('is sent before the next text, which requests the file at once', async () => {
    const side = await create();
    await side.write('a');
    side.state.reachable = true;
    await side.write('b');
    expect(side.sent()).toEqual(['a', 'b']);
  });

  it('requests nothing after the messenger has ended', async () => {
    const side = await create();
    side.sender.stop();
    const before = side.loadQueue.mock.calls.length;
    await side.clock.advance(10 * SENDING_FILE_AGAIN_MS);
    expect(side.loadQueue.mock.calls.length).toBe(before);
  });
});
