import { type DeskOptions, startDesk } from '../support/desk';
import { WITH_DATABASES } from '../support/engines';
import { createMemoryHub } from '../support/memory/memoryBus';
import { createMemoryStore } from '../support/memory/memoryStore';
import { createMemoryUploads } from '../support/memory/memoryUploads';
import { addKey } from '../support/sunshineClient';
import { describeSunshine, type SunshineDesk } from './sunshineSuite';

const onStore = (store: 'memory' | 'pglite') => async (): Promise<SunshineDesk> => {
  const desk = await startDesk({ store });
  return {
    origins: [desk.origin],
    appId: desk.appId,
    key: await addKey(desk.store),
    close: desk.close,
  };
};

/** Three processes of one desk. @param storage what they share */
const onThree =
  (storage: () => Pick<DeskOptions, 'store' | 'databaseUrl'>) => async (): Promise<SunshineDesk> => {
    const shared = { ...storage(), uploads: createMemoryUploads() };
    const hub = createMemoryHub();
    const start = () => startDesk({ ...shared, bus: hub.join() });
    const first = await start();
    const desks = [first, await start(), await start()];
    return {
      origins: desks.map(({ origin }) => origin),
      appId: first.appId,
      key: await addKey(first.store),
      close: async () => {
        for (const desk of desks) await desk.close();
      },
    };
  };

describeSunshine('a desk in memory', onStore('memory'));
describeSunshine(
  'three processes of a desk',
  onThree(() => ({ store: createMemoryStore('log') })),
);
if (WITH_DATABASES) describeSunshine('the database that a desk has by itself', onStore('pglite'));

// To run the calls on a PostgreSQL server too, set TEST_DATABASE_URL=postgres://…
const databaseUrl = process.env.TEST_DATABASE_URL;
if (WITH_DATABASES && databaseUrl)
  describeSunshine(
    'three processes on PostgreSQL',
    onThree(() => ({ databaseUrl })),
  );
