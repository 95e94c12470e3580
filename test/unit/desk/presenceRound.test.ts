import { expect, it } from 'vitest';
import { createPresenceRound } from '../../../examples/support-desk/server/domain/team/presenceRound';

it('tells inboxes who arrived and left since the round before, each once', async () => {
  const told: unknown[] = [];
  let here = new Set(['ada', 'ben']);
  const look = createPresenceRound(
    { whoIsOnline: async () => here, report: async () => undefined },
    { toAgents: (event) => told.push(event) },
  );
  await look();
  expect(told).toEqual([]);
  here = new Set(['ada', 'cleo']);
  await look();
  await look();
  expect(told).toEqual([
    { type: 'presence', agentId: 'ben', online: false },
    { type: 'presence', agentId: 'cleo', online: true },
  ]);
});
