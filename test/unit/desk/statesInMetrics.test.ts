import { describe, expect, it } from 'vitest';
import { createReadiness } from '../../../examples/support-desk/server/nodes/readiness';
import { createMetrics } from '../../../examples/support-desk/server/process/metrics';
import { watchDesk } from '../../../examples/support-desk/server/start/deskMetrics';
import { createFakeClock, flush } from '../../support/fakeClock';

const STATES = ['porch_ready', 'porch_degraded', 'porch_uploads_open'];
const hangs = (): Promise<never> => new Promise(() => undefined);

/** The states that Prometheus reads, where what `broken` names answers by `how`. */
const statesWith = async (broken: 'nothing' | 'database' | 'bucket', how: () => Promise<never> = hangs) => {
  const clock = createFakeClock();
  const answer =
    <T>(of: string, value: T) =>
    (): Promise<T> =>
      broken === of ? how() : Promise.resolve(value);
  const uploads = { freeBytes: async () => 1e12, check: answer('bucket', undefined) };
  const readiness = createReadiness({
    store: { ping: answer('database', undefined) },
    uploads,
    settings: () => ({ uploads: { freeMegabytes: 500 } }),
    standing: () => 'running',
    after: clock.after,
  });
  const metrics = await createMetrics(clock);
  const count = answer('database', 0);
  watchDesk(metrics, {
    store: { waitingEmails: count, waitingPublications: count, attachmentBytes: count },
    uploads,
    settings: () => ({ uploads: { totalMegabytes: 1000 } }),
    room: { isOpen: answer('database', true) },
    readiness,
    pools: {},
    connections: () => 0,
  });
  const scrape = metrics.text();
  await flush();
  await clock.advance(10_000);
  const text = await scrape;
  return STATES.map((name) => text.match(new RegExp(`^${name} (.*)$`, 'm'))?.[1]);
};

describe('the states that call somebody', () => {
  it('are 0 or 1, and never NaN, while the database or the bucket fails or hangs', async () => {
    expect(await statesWith('nothing')).toEqual(['1', '0', '1']);
    const fails = () => Promise.reject(new Error('gone'));
    for (const how of [hangs, fails]) {
      expect(await statesWith('database', how)).toEqual(['0', '0', '0']);
      expect(await statesWith('bucket', how)).toEqual(['1', '1', '0']);
    }
  });
});
