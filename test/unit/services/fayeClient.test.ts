import { expect, it } from 'vitest';
import { createFayeClient } from '../../../src/services/fayeClient';

it('a message over realtime waits 60 s for its answer (live-10)', () => {
  const client = createFayeClient('https://desk.example/faye', {
    retryInterval: 15,
    maxAttempts: 5,
    now: () => 0,
    isOpen: () => true,
    onFailed() {},
    onExhausted() {},
  });
  expect((client as unknown as { _dispatcher: { timeout: number } })._dispatcher.timeout).toBe(60);
});
