import { expect, it, vi } from 'vitest';
import { createFakeClock, flush } from '../../../support/fakeClock';
import { createLoginSide } from '../../../support/loginSide';
import { createMemoryDesk } from '../../../support/memoryDesk';

vi.mock('../../../../src/delivery/identity/identity', () => ({
  createIdentity() {
    throw new Error('no chunk');
  },
}));

it('A login whose code cannot be had tells the page so, and asks for it again the next time', async () => {
  const clock = createFakeClock();
  const side = createLoginSide(createMemoryDesk({ ...clock }), clock);
  for (const _ of [1, 2]) {
    const told = side.login((give) => give('jwt'));
    await vi.waitFor(() => expect(told).toHaveLength(1));
    await flush();
    expect(told).toEqual([
      { type: 'LoginFailedError', message: 'Authentication failed', reason: 'Login could not be loaded' },
    ]);
  }
  expect(side.reports).toHaveLength(2);
  expect(side.seen).toEqual([]);
});
