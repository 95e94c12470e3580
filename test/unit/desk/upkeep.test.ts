import { expect, it } from 'vitest';
import { createUpkeep, type UpkeepDeps } from '../../../examples/support-desk/server/start/upkeep';

it('upkeep comes to every visitor, though the desk is restarted before it has come to the last', async () => {
  const users = Array.from({ length: 12_345 }, (_, at) => String(at).padStart(6, '0'));
  const looked = new Set<string>();
  let place = '';
  const none = async () => [];
  const tx = {
    publisher: { endSubscriptions: () => undefined },
    deleteEndedSessions: none,
    deleteEndedAccess: none,
    deleteDeliveries: none,
    deleteRefusedMails: none,
    setUpkeepNote: async (_: string, id: string) => {
      place = id;
    },
  };
  const store = {
    transaction: async (work: (tx: unknown) => Promise<unknown>) => work(tx),
    attachmentBytes: async () => 0,
    upkeepNote: async () => place,
    userIdsAfter: async (after: string, limit: number) => users.filter((id) => id > after).slice(0, limit),
    silentUsers: async (ids: string[]) => {
      for (const id of ids) looked.add(id);
      return [];
    },
  };
  const settings = () => ({ sessions: { days: 365 }, retention: { silentDays: 30 } });
  const deps = { store, now: () => 0, settings } as unknown as UpkeepDeps;
  // A process that makes one round.
  for (let starts = 0; starts < 3; starts++) await createUpkeep(deps)();
  expect(looked.size).toBe(users.length);
  expect(place).toBe('');
});
