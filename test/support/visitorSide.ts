import { createOutbox } from '../../src/delivery/sending/outbox';
import { createSender } from '../../src/delivery/sending/sendMessage';
import * as sending from '../../src/delivery/sending/sendQueue';
import { createStarter } from '../../src/delivery/startMessenger';
import { createConversations } from '../../src/slices/conversations';
import { createExperience } from '../../src/slices/experience';
import { createMessages } from '../../src/slices/messages';
import { createPageEvents } from '../../src/slices/pageEvents';
import { createUser } from '../../src/slices/user';
import type { Author, ClientInfo } from '../../src/wire/client';
import { createFakeClock } from './fakeClock';
import { createFakeService, type FakeService } from './fakeService';
import { createFakeStore } from './fakeStorage';

type Options = {
  service?: FakeService;
  /** Storage left by an earlier page. */
  store?: ReturnType<typeof createFakeStore>;
  /** Prefix of this page's ids, which keeps them distinct from those of other pages. */
  idPrefix?: string;
  /** Loads the send queue. */
  loadQueue?: () => Promise<typeof sending>;
  /** Why a visitor or a conversation is created. */
  origin?: Parameters<typeof createStarter>[0]['origin'];
  /** The configuration's policy for texts that wait for the network. */
  restRetryPolicy?: unknown;
  /** Called once the messenger has started, before waiting messages are sent. */
  onStarted?: (conversationId: string, isNew: boolean) => void;
};

/** The visitor's slices and sending flows, assembled as the messenger does, on a fake service. */
export const createVisitorSide = (options: Options = {}) => {
  const service = options.service ?? createFakeService();
  const store = options.store ?? createFakeStore();
  const clock = createFakeClock();
  let ids = 0;
  const createId = () => `${options.idPrefix ?? 'id'}-${++ids}`;
  const user = createUser({ store, session: createFakeStore(), integrationId: 'int', createId });
  const conversations = createConversations();
  const messages = createMessages();
  const outbox = createOutbox({ store, integrationId: 'int' });
  const author = (): Author => ({
    role: 'appUser',
    appUserId: user.appUserId.value ?? '',
    sessionId: 'session',
  });
  const held = { messaging: service.messaging, http: service.http, messages, conversations };
  const starter = createStarter({
    ...held,
    user,
    clock,
    createId,
    client: () => ({ platform: 'web', id: user.clientId() }) as ClientInfo,
    locale: () => 'en-us',
    origin: options.origin,
    mayCreate: () => {},
    pageEvents: createPageEvents(),
    onStarted(id, isNew) {
      options.onStarted?.(id, isNew);
      sender.restore(user.appUserId.value ?? '');
      sender.flush();
    },
  });
  const experience = createExperience(false);
  const sender = createSender({
    ...held,
    experience,
    restRetryPolicy: options.restRetryPolicy,
    outbox,
    clock,
    chunks: { sending: options.loadQueue ?? (async () => sending) },
    tell: () => () => {},
    createId,
    sessionId: 'session',
    author,
    ensureStarted: starter.ensureStarted,
    onSent() {},
  });
  /** The messages on screen. */
  const log = () => messages.of(conversations.active.value?._id ?? '').value;
  return { ...held, experience, service, store, clock, createId, user, outbox, author, starter, sender, log };
};

export type VisitorSide = ReturnType<typeof createVisitorSide>;
