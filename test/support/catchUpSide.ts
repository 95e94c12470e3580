import { createArrivals } from '../../src/delivery/receiving/arrivals';
import { catchUp } from '../../src/delivery/receiving/catchUp';
import { createLazy } from '../../src/platform/lazy';
import type { Author } from '../../src/wire/client';
import { assembleSlices } from './assemble';
import { createFakeClock } from './fakeClock';
import { createFakePage } from './fakePage';
import { createFakeService } from './fakeService';
import { wireConversation } from './messages';

/** Creates a visitor with one conversation `c`, and a service that returns it three messages a page. */
export const createCatchUpSide = (pageSize = 3) => {
  const service = createFakeService({ pageSize });
  const { slices, clock, storages } = assembleSlices({
    clock: createFakeClock(),
    messenger: { title: 'Shop' },
  });
  const { conversations, messages } = slices;
  conversations.upsert(wireConversation('c'));
  const held = {
    ...slices.settings,
    ...slices,
    messaging: service.messaging,
    http: service.http,
    author: (): Author => ({ role: 'appUser', appUserId: 'u' }),
    store: storages.lasting,
    page: createFakePage(),
    clock,
  };
  const arrivals = createLazy(async () => createArrivals(held));
  const deps = { ...held, arrivals };
  const says = (count: number) => Array.from({ length: count }, (_, i) => service.agentSays('c', `${i}`));
  /** Removes these messages from the service. */
  const forget = (...ids: string[]) => {
    const log = service.log('c');
    log.splice(0, log.length, ...log.filter((m) => !ids.includes(m._id)));
  };
  const ids = () => messages.of('c').value.map((m) => m._id);
  const serverIds = () => service.log('c').map((m) => m._id);
  const reads = () => service.callsOf('getMessages').map(([, before]) => before);
  return {
    ...deps,
    service,
    says,
    forget,
    ids,
    serverIds,
    reads,
    /** @param count how many messages the agent writes before */
    catchUp: (count = 0) => {
      says(count);
      return catchUp(deps, 'c');
    },
    conversation: () => conversations.find('c'),
    deps,
  };
};
