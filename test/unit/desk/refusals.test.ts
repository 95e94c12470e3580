import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createErrorHandler } from '../../../examples/support-desk/server/http/errors';
import { DeskError, type Refusal } from '../../../examples/support-desk/server/model/deskError';

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

const deskThatHolds = () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const app = new Hono();
  app.onError(createErrorHandler(SILENT, () => held));
  app.get('/:code', (c) => {
    throw new DeskError(c.req.param('code') as Refusal, 'No');
  });
  return { app, release };
};

describe('a refusal', () => {
  it.each(['too_many', 'too_large'])('of %s waits, so that repeating it at once is slow', async (code) => {
    const { app, release } = deskThatHolds();
    let answered = 0;
    const asked = Promise.resolve(app.request(`/${code}`)).then(({ status }) => {
      answered = status;
    });
    await new Promise(setImmediate);
    expect(answered).toBe(0);
    release();
    await asked;
    expect([429, 413]).toContain(answered);
  });

  it('of a wrong key waits, too, longer for a larger body', async () => {
    const asked: number[] = [];
    const app = new Hono();
    app.onError(createErrorHandler(SILENT, async (bytes) => void asked.push(bytes)));
    app.post('/', () => {
      throw new DeskError('invalid_auth', 'No', { isLate: true });
    });
    await app.request('/', { method: 'POST' });
    await app.request('/', { method: 'POST', headers: { 'content-length': '10000000' } });
    await app.request('/', { method: 'POST', headers: { 'content-length': 'x' } });
    expect(asked).toEqual([0, 10_000_000, 0]);
  });

  it.each(['invalid_auth', 'forbidden', 'not_found', 'bad_request', 'fileSize', 'conflict', 'unavailable'])(
    'of %s is answered at once',
    async (code) => {
      expect((await deskThatHolds().app.request(`/${code}`)).status).toBeGreaterThanOrEqual(400);
    },
  );
});
