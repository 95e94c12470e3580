import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createClock } from '../../../examples/support-desk/server/process/clock';
import { createMetrics } from '../../../examples/support-desk/server/process/metrics';
import { metricsRoutes, observe } from '../../../examples/support-desk/server/routes/observe';

type Line = { id: string; method: string; path: string; status: number; ms: number };

const standing = async () => {
  const lines: Line[] = [];
  let time = 1000;
  const metrics = await createMetrics(createClock());
  const info = (line: object) => void lines.push(line as Line);
  const app = new Hono();
  app.use(...observe({ log: { info, warn: info, error: info } as never, metrics, now: () => time }));
  app.route('/', metricsRoutes(metrics, 'a-token-for-metrics'));
  app.get('/conversations/:id', (c) => {
    time += 40;
    return c.text(c.req.param('id'));
  });
  app.all('*', (c) => c.text('all else'));
  const get = (path: string, headers = {}) => app.request(path, { headers });
  return { lines, get, metrics };
};

describe('what the desk tells its operator of requests', () => {
  it('is a line for each, with an id that the answer has too, and how long it took', async () => {
    const { lines, get } = await standing();
    const answer = await get('/conversations/c1');
    expect(lines).toEqual([
      {
        id: answer.headers.get('x-request-id'),
        method: 'GET',
        path: '/conversations/c1',
        status: 200,
        ms: 40,
      },
    ]);
    expect(lines[0]?.id).toMatch(/^[\w-]{20,}$/);
    // A proxy in front may have given one.
    await get('/conversations/c1', { 'x-request-id': 'from-nginx-7' });
    expect(lines[1]?.id).toBe('from-nginx-7');
    await get('/conversations/c1', { 'x-request-id': '"},{"forged":' });
    expect(lines[2]?.id).not.toContain('forged');
  });

  it('leaves out what alone opens a file, a channel or a link', async () => {
    const { lines, get } = await standing();
    await get('/uploads/Zm9vYmFy/passport.png');
    await get('/channel/SECRET');
    await get('/agent/api/link-requests/SECRET/match');
    expect(lines.map(({ path }) => path)).toEqual([
      '/uploads/…',
      '/channel/…',
      '/agent/api/link-requests/…/match',
    ]);
  });

  it('is figures for who has the token: answers by route and not by address, and the process', async () => {
    const { get, metrics } = await standing();
    metrics.watch('porch_live_connections', 'Open', () => 3);
    await get('/conversations/c1');
    await get('/conversations/c2');
    for (const authorization of ['', 'Bearer wrong'])
      expect((await get('/metrics', { authorization })).status).toBe(401);
    const answer = await get('/metrics', { authorization: 'Bearer a-token-for-metrics' });
    expect(answer.headers.get('content-type')).toContain('text/plain');
    const text = await answer.text();
    expect(text).toContain(
      'porch_http_answer_seconds_count{method="GET",route="/conversations/:id",status="200"} 2',
    );
    expect(text).toContain('porch_live_connections 3');
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).not.toContain('/conversations/c1');
  });

  it('has no figures where no token is set', async () => {
    const { metrics } = await standing();
    const app = new Hono().route('/', metricsRoutes(metrics, undefined));
    expect((await app.request('/metrics')).status).toBe(404);
  });
});
