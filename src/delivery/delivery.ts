import { effect, untracked } from '@preact/signals-react';
import type { Draft } from '../model/message';
import { decodeRetryPolicy } from '../model/retryPolicy';
import type { Clock } from '../platform/clock';
import type { Page } from '../platform/page';
import type { Storages } from '../platform/storage';
import { createServices } from '../services/createServices';
import type { RequestError, Tell } from '../services/requestError';
import type { createSlices } from '../slices/createSlices';
import { createIdentityLoader } from './identity/loadIdentity';
import { createResetWidget } from './identity/resetWidget';
import { createSession } from './identity/session';
import { createReadBack } from './receiving/historySync';
import { createLive } from './receiving/realtimeSession';
import { holdConversation } from './sending/holdConversation';
import { createOutbox } from './sending/outbox';
import { createSender } from './sending/sendMessage';
import { createStarter } from './startMessenger';
import { watchTabs } from './watchTabs';

/** How long until a start that failed because of the network is tried again; jitter of 20 percent. */
const RESTART_MS = 60_000;

/**
 * The delivery engine: identity, conversation start, sending, realtime and history sync over the slices.
 * Clock, network, storage and page are passed in and it draws nothing, so fault tests can run it unchanged.
 */
export const createDelivery = (deps: {
  slices: ReturnType<typeof createSlices>;
  fetch: typeof fetch;
  clock: Clock;
  page: Page;
  storages: Storages;
  createId: () => string;
  report: (message: string, ...cause: unknown[]) => void;
}) => {
  const { slices, clock, page, storages, createId } = deps;
  const { settings, user, conversations, messages, connection, locale, announcer, router, experience } =
    slices;
  const { integrationId, appId } = settings;
  const sessionId = createId();
  const activeId = () => conversations.active.value?._id;
  const tell: Tell = (message) => (cause) => {
    if (!(cause as Partial<RequestError> | undefined)?.isActionCancelled) deps.report(message, cause);
  };

  const { http, connect, rules, messaging, client, author } = createServices({
    fetch: deps.fetch,
    clock,
    page,
    suncoUrl: settings.suncoUrl,
    appId,
    integrationId,
    sessionId,
    identity: {
      clientId: user.clientId,
      appUserId: () => user.appUserId.value,
      authorization: user.authorization,
    },
    epoch: user.epoch,
    restarting: connection.restarting,
    // An anonymous visitor needs the identity chunk only after a 403: the service no longer knows them.
    recover: async (status) => {
      const identity = await (status === 403 ? load().catch(() => undefined) : loaded());
      return identity?.recover(status) ?? false;
    },
    onRefused(status) {
      void loaded()?.then((i) => i.giveUp(status));
      const anonymous = user.auth.value && user.auth.value.type !== 'jwt';
      if (status !== 401 || !anonymous) return;
      starter.refused();
      if (user.initializedStatus.value === 'successful') {
        startAnew();
      } else if (user.appUserId.value) {
        outbox.reassign(user.appUserId.value);
      }
    },
  });

  const held = { messaging, messages, conversations, author, store: storages.lasting, integrationId };
  const outbox = createOutbox({ store: storages.lasting, integrationId });
  const { refresh, ...reader } = createReadBack({
    ...held,
    clock,
    activeId,
    experience,
    onLeft: () => takeNext(),
    flush: () => sender.flush(),
    tell,
  });
  const readExperience = async () => {
    try {
      const chunk = await import('./several');
      const http = connect(undefined, rules, `${settings.suncoUrl}/v2`);
      await chunk.readExperience({ experience, conversations, http, integrationId, report: deps.report });
    } catch (cause) {
      tell('Failed to fetch the integration')(cause);
    }
  };
  const starter = createStarter({
    ...held,
    user,
    clock,
    createId,
    client,
    locale: () => locale.locale.value ?? settings.locale,
    onStarted(_id, isNew) {
      sender.restore(user.appUserId.value ?? '');
      reader.onStarted(isNew);
      void connectLive();
      if (experience.listed.value) void readExperience();
    },
  });
  /** Session login fetches a realtime token first. If the visitor has changed by then, do not connect. */
  const connectLive = async () => {
    const identity = loaded()?.catch(() => undefined);
    if (!identity) return live.start();
    const epoch = user.epoch();
    await (await identity)?.enter();
    if (user.epoch() === epoch) live.start();
  };
  let cancelStart = () => {};
  const start = () => {
    cancelStart();
    // Show the messages left unsent before any that are written next.
    sender.restore(user.appUserId.value ?? '');
    starter.ensureStarted().catch((cause: RequestError) => {
      tell('Failed to start conversation')(cause);
      if (cause.isTransient) cancelStart = clock.after(RESTART_MS * (0.8 + 0.4 * Math.random()), startAgain);
    });
  };
  /** Retries a failed start; without a connection no other wake-up does it. */
  const startAgain = () => {
    if (user.initializedStatus.value === 'failed') start();
  };
  /** The open conversation was removed: its unsent messages move to another one. */
  const takeNext = () => {
    if (conversations.active.value) {
      sender.restore(user.appUserId.value ?? '');
      refresh();
    } else {
      starter.reset();
      start();
    }
  };
  const sender = createSender({
    ...held,
    outbox,
    clock,
    retryPolicy: decodeRetryPolicy(settings.restRetryPolicy),
    createId,
    sessionId,
    ensureStarted: starter.ensureStarted,
  });

  const live = createLive({
    clock,
    report: deps.report,
    load: async () =>
      (await import('./receiving/realtimeChunk')).goLive({
        ...held,
        ...slices,
        clock,
        page,
        appId,
        outbox,
        title: settings.title,
        onGap: reader.onGap,
        onLeft: takeNext,
        refresh: async () => (await (await loaded())?.refresh()) ?? checkSession(),
        report: deps.report,
      }),
  });

  /**
   * Checks an anonymous session after a refused subscription. If the session itself has ended, this call is
   * refused too and `onRefused` starts a new one.
   */
  const checkSession = async (): Promise<boolean> => {
    const id = user.appUserId.value;
    return (
      id !== undefined &&
      messaging.getUser(id).then(
        () => true,
        (error: RequestError) => {
          if (error.isTransient) throw error;
          return false;
        },
      )
    );
  };

  /** Replaces an ended anonymous session by a new one, with the unsent messages. */
  const startAnew = () => {
    session.end('pass');
    start();
  };
  const session = createSession({ user, conversations, messages, connection, outbox, starter, sender, live });
  const { loaded, load, ...identity } = createIdentityLoader({
    http,
    connect,
    user,
    session,
    outbox,
    clock,
    client,
    settled: starter.settled,
    takeAnswer: (answer) =>
      void starter.resume(answer).then(router.reopen, tell('Failed to start conversation')),
    startAnew() {
      deps.report('403: App user not found');
      starter.refused();
      startAnew();
    },
    report: deps.report,
    tell,
  });

  const offs = [page.onOnline, page.onVisible].map((on) => on((now) => now && startAgain()));
  const stopWatching = watchTabs({
    storages,
    user,
    remember: settings.conversationHistory === 'remember',
    leave: () => session.end('keep'),
    join: () => {
      if (!user.mayFollow()) return;
      if (user.appUserId.value) session.end('pass');
      user.takeStored();
      start();
    },
  });

  /** Opening the widget or sending a message connects at once, without waiting for the next attempt. */
  const hurry = () => {
    startAgain();
    if (user.initializedStatus.value === 'successful' && connection.status.value !== 'connected')
      live.start();
  };
  offs.push(effect(() => (router.widgetOpen.value ? untracked(hurry) : undefined)));
  offs.push(holdConversation(slices));

  return {
    sender: {
      ...sender,
      send(draft: Draft) {
        conversations.removed.value = false;
        sender.send(draft);
        hurry();
      },
    },
    outbox,
    start,
    author,
    messaging,
    http,
    client,
    connect,
    rules,
    refresh,
    readExperience,
    loadPrevious() {
      const id = activeId();
      if (id) {
        const read = import('./receiving/arrivals').then((chunk) => chunk.loadPrevious(held, id));
        read.catch(tell('Earlier messages could not be loaded'));
      }
    },
    ...identity,
    resetWidget: createResetWidget({
      user,
      router,
      session,
      cancelLogin: () => void loaded()?.then((i) => i.cancel()),
    }),
    dispose() {
      cancelStart();
      reader.dispose();
      for (const off of offs) off();
      stopWatching();
      live.dispose();
      sender.dispose();
      announcer.dispose();
    },
  };
};
