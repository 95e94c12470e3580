import { startDesk } from '../support/desk';
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

const onThree = async (): Promise<SunshineDesk> => {
  const store = createMemoryStore('log');
  const uploads = createMemoryUploads();
  const hub = createMemoryHub();
  const start = () => startDesk({ store, uploads, bus: hub.join() });
  const desks = [await start(), await start(), await start()];
  return {
    origins: desks.map(({ origin }) => origin),
    appId: desks[0]?.appId ?? '',
    key: await addKey(store),
    close: async () => {
      for (const desk of desks) await desk.close();
    },
  };
};

describeSunshine('a desk in memory', onStore('memory'));
describeSunshine('three processes of a desk', onThree);
if (WITH_DATABASES) describeSunshine('the database that a desk has by itself', onStore('pglite'));
