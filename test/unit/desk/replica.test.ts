import { expect, it } from 'vitest';
import type { Reads } from '../../../examples/support-desk/server/store/reads';
import type { Database } from '../../../examples/support-desk/server/store/sql/database';
import { createReplica } from '../../../examples/support-desk/server/store/sql/replica';
import { createFakeClock } from '../../support/fakeClock';

const databaseOf = (row: () => object) =>
  ({ execute: async () => ({ rows: [row()] }) }) as unknown as Database;

it('a replica that stays behind fails, is told of once, and makes no read wait', async () => {
  const place = { identity: 'desk', timeline: 1, lsn: '0/2' };
  let reached = false;
  const told: string[] = [];
  const clock = createFakeClock();
  const replica = createReplica({
    onPrimary: (query) => query(databaseOf(() => place)),
    db: databaseOf(() => ({ ...place, replica: true, reached })),
    reads: { savedReplies: async () => ['of the replica'] } as unknown as Reads,
    clock,
    onState: (state, code) => told.push(`${state} ${code}`.trim()),
    behindMs: 300,
  });
  const { savedReplies } = replica.before({ savedReplies: async () => [] } as unknown as Reads);
  const check = async () => {
    const checking = replica.check();
    await clock.advance(400);
    return checking;
  };
  expect(await check()).toBe('behind');
  expect(await savedReplies()).toEqual([]);
  expect(await check()).toBe('failing');
  expect(await check()).toBe('failing');
  expect(await savedReplies()).toEqual([]);
  reached = true;
  expect(await check()).toBe('ok');
  expect(await savedReplies()).toEqual(['of the replica']);
  expect(told).toEqual(['behind', 'failing BEHIND', 'ok']);
});
