import { effect, untracked } from '@preact/signals-react';
import { createLazy } from '../platform/lazy';
import { createServices } from '../services/createServices';
import { given, type ReportUnlessCancelled, type RequestError } from '../services/requestError';
import { arriving, lazyChunks } from './chunks';
import type { Delivery, DeliveryDeps } from './deliveryType';
import { finishLeaving } from './identity/finishLeaving';
import { createIdentityLoader } from './identity/loadIdentity';
import { createSession } from './identity/session';
import type { Tell } from './receiving/kept';
import { createReceiving } from './receiving/receive';
import { holdConversation } from './sending/holdConversation';
import { createOutbox } from './sending/outbox';
import { createSender } from './sending/sendMessage';
import { createStarts } from './startAgain';
import { createStarter } from './startMessenger';
import { watchTabs } from './watchTabs';

/**
 * The delivery engine: identity, conversation start, sending, realtime and history sync over the slices.
 * Clock, network, storage and page are passed in and it draws nothing, so fault tests can run it unchanged.
 */
export const createDelivery = (deps: DeliveryDeps): Delivery => {
  const { chunks = arriving(lazyChunks, deps.clock) } = deps;
  const { slices, storages, createId, report, onDispose } = deps;
  const { settings, user, conversations, connection, router } = slices;
  const sessionId = createId();
  const reportUnlessCancelled: ReportUnlessCancelled = (message) => (cause) => {
    if (!(cause as Partial<RequestError> | undefined)?.isActionCancelled) report(message, cause);
  };
  const services = createServices({
    ...settings,
    ...deps,
    loadHttp: chunks.http,
    sessionId,
    identity: user,
    epoch: user.epoch,
    restarting: connection.restarting,
    recover: async (status, renewed) => (await refusals()).recover(status, renewed),
    onRefused: async (status) => (await refusals()).onRefused(status),
  });
  const store = storages.lasting;
  const outbox = createOutbox({ ...settings, store, user });
  const parts = {
    ...settings,
    ...deps,
    ...slices,
    ...services,
    chunks,
    sessionId,
    reportUnlessCancelled,
    store,
    outbox,
  };

  const kept = createLazy(async () => (await chunks.kept()).createKept(parts));
  /**
   * Keeps the log, and reports whose login it is. A file that did not load is requested again with the next message.
   */
  const tell: Tell = (login) =>
    void kept().then(
      (whose) => whose(login),
      () => {},
    );
  if (store.get(`${settings.integrationId}.log`)) tell();
  const arrivals = createLazy(async () => (await chunks.arrivals()).createArrivals(parts));
  const restore = () => sender.restore();
  const starter = createStarter({
    ...parts,
    locale: () => slices.locale.locale.value ?? settings.locale,
    mayCreate: () => mayCreate(),
    onStarted(_id, isNew) {
      restore();
      receiving.onStarted(isNew);
    },
  });
  /** Starts as this browser's visitor. Another tab may have logged them in, or this page is about to. */
  const ensureStarted = async () => {
    await (user.isAwaited() ? identity.follow() : identity.loginOver());
    return starter.ensureStarted();
  };
  const sender = createSender({
    ...parts,
    ensureStarted,
    refresh: () => receiving.refresh(),
    onSent() {
      conversations.setNotice();
      hurry();
      tell();
    },
  });
  const { start, startAgain } = createStarts({ ...parts, ensureStarted, restore });
  const receiving = createReceiving({
    ...parts,
    arrivals,
    /** The open conversation was removed: its unsent messages move to another one. */
    onLeft() {
      if (conversations.active.value) {
        restore();
        receiving.refresh();
      } else {
        user.renewStart();
        starter.reset();
        start();
      }
    },
    flush: sender.flush,
    enter: () => identity.loaded()?.then(({ enter }) => enter()),
    refused: async (...args) => (await refusals()).onSubscriptionRefused(...args),
  });
  const session = createSession({ ...parts, starter, sender, live: receiving.live });
  const identity = createIdentityLoader({ ...parts, ...starter, session, tell, start });

  // Until the service has refused a visitor, there is nothing to wait for.
  let mayCreate = () => {};
  const refusals = createLazy(async () => {
    // Without its file, nothing is decided: the refused call fails like an unanswered one, and is repeated.
    const { createRefusals } = given(await chunks.refusals().catch(() => undefined), 'No file');
    const made = createRefusals({ ...parts, ...starter, ...identity, session, start });
    mayCreate = made.mayCreate;
    return made;
  });

  /** Opening the widget or sending a message connects at once, without waiting for the next attempt. */
  const hurry = () => {
    startAgain();
    if (user.initializedStatus.value === 'successful' && connection.status.value !== 'connected')
      void receiving.connectLive();
  };
  finishLeaving({ ...parts, session });
  identity.leave(watchTabs({ ...parts, identity, session, start }));
  onDispose(effect(() => (router.widgetOpen.value ? untracked(hurry) : undefined)));
  onDispose(holdConversation(slices));

  return { ...services, ...receiving, ...identity, chunks, arrivals, sender, outbox, start, session };
};
