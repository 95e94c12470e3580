import { createOutbox } from '../../src/delivery/sending/outbox';
import { createSender } from '../../src/delivery/sending/sendMessage';
import * as sending from '../../src/delivery/sending/sendQueue';
import { createStarter } from '../../src/delivery/startMessenger';
import type { Lock } from '../../src/platform/inTurn';
import type { Author, ClientInfo } from '../../src/wire/client';
import { assembleSlices } from './assemble';
import { createFakeClock, flush } from './fakeClock';
import { createFakeService, type FakeService } from './fakeService';
import { createFakeStorages, createFakeStore } from './fakeStorage';

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
  /** The locks that all tabs share. */
  lock?: Lock;
  /** The configuration's policy for texts that wait for the network. */
  restRetryPolicy?: unknown;
  /** Called once the messenger has started, before waiting messages are sent. */
  onStarted?: (conversationId: string, isNew: boolean) => void;
};

/** The sending flows over a page's slices, on a fake service. */
export const createVisitorSide = (options: Options = {}) => {
  const service = options.service ?? createFakeService();
  const store = options.store ?? createFakeStore();
  const { slices, clock, createId } = assembleSlices({
    clock: createFakeClock(),
    storages: createFakeStorages(store),
    idPrefix: options.idPrefix,
  });
  const { user, conversations, messages } = slices;
  const outbox = createOutbox({ ...slices.settings, store, user });
  const author = (): Author => ({
    role: 'appUser',
    appUserId: user.appUserId.value ?? '',
    sessionId: 'session',
  });
  const held = { ...slices, messaging: service.messaging, http: service.http, clock, createId };
  const starter = createStarter({
    ...held,
    client: () => ({ platform: 'web', id: user.clientId() }) as ClientInfo,
    locale: () => 'en-us',
    origin: options.origin,
    lock: options.lock,
    mayCreate: () => {},
    onStarted(id, isNew) {
      options.onStarted?.(id, isNew);
      sender.restore();
      sender.flush();
    },
  });
  const sender = createSender({
    ...held,
    restRetryPolicy: options.restRetryPolicy,
    outbox,
    chunks: { sendQueue: options.loadQueue ?? (async () => sending) },
    reportUnlessCancelled: () => () => {},
    author,
    ensureStarted: starter.ensureStarted,
    refresh() {},
    onSent() {},
  });
  /** The messages on screen. */
  const log = () => messages.of(conversations.active.value?._id ?? '').value;
  /** Sends a text, and waits until its first try is made. */
  const write = (text: string) => {
    sender.send({ text });
    return flush();
  };
  return { ...held, service, store, outbox, author, starter, sender, log, write };
};

export type VisitorSide = ReturnType<typeof createVisitorSide>;
