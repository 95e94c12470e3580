import { createArrivals } from '../../src/delivery/receiving/arrivals';
import { catchUp } from '../../src/delivery/receiving/catchUp';
import { createLazy } from '../../src/platform/lazy';
import { createAnnouncer } from '../../src/slices/announcer';
import { createConversations } from '../../src/slices/conversations';
import { createLocale } from '../../src/slices/locale';
import { createMessages } from '../../src/slices/messages';
import { createPageEvents } from '../../src/slices/pageEvents';
import type { Author } from '../../src/wire/client';
import { decodeConversation, type WireConversation } from '../../src/wire/conversation';
import { createFakeClock } from './fakeClock';
import { createFakePage } from './fakePage';
import { createFakeService } from './fakeService';
import { createFakeStore } from './fakeStorage';

/** Creates a visitor with one conversation `c`, and a service that returns it three messages a page. */
export const createCatchUpSide = (pageSize = 3) => {
  const service = createFakeService({ pageSize });
  const conversations = createConversations();
  const messages = createMessages();
  const clock = createFakeClock();
  conversations.upsert(decodeConversation({ _id: 'c' }) as WireConversation);
  const held = {
    messaging: service.messaging,
    http: service.http,
    messages,
    conversations,
    author: (): Author => ({ role: 'appUser', appUserId: 'u' }),
    store: createFakeStore(),
    integrationId: 'int',
    pageEvents: createPageEvents(),
    page: createFakePage(),
    clock,
    announcer: createAnnouncer(),
    locale: createLocale(),
    title: 'Shop',
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
    catchUp: () => catchUp(deps, 'c'),
    conversation: () => conversations.find('c'),
    deps,
  };
};
