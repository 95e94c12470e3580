import { effect, untracked } from '@preact/signals-react';
import type { Draft } from '../model/message';
import { decodeRetryPolicy } from '../model/retryPolicy';
import type { Clock } from '../platform/clock';
import type { Page } from '../platform/page';
import type { Storages } from '../platform/storage';
import { createServices } from '../services/createServices';
import type { RequestError, Tell } from '../services/requestError';
import type { createSlices } from '../slices/createSlices';
import { createLive } from './live';
import { createIdentityLoader } from './loadIdentity';
import { createOutbox } from './outbox';
import { createReadBack } from './readBack';
import { createResetWidget } from './resetWidget';
import { createSender } from './sendMessage';
import { createSession } from './session';
import { createStarter } from './startMessenger';
import { watchTabs } from './watchTabs';

/** How soon a start that only the network kept back is tried again, give or take a fifth. */
const RESTART_MS = 60_000;

/**
 * The delivery engine: identity, conversation, sending, realtime and catch-up over the slices, with every effect handed
 * in. It knows no page and no interface, so fault tests run it as it is.
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
  const { settings, user, conversations, messages, connection, locale, announcer, router } = slices;
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
    recover: async (status) => (await loaded())?.recover(status) ?? false,
    onRefused(status) {
      void loaded()?.then((i) => i.giveUp(status));
      // An anonymous session is over: the same person starts anew, with what they left unsent.
      const anonymous = user.auth.value && user.auth.value.type !== 'jwt';
      if (status !== 401 || !anonymous) return;
      starter.refused();
      if (user.initializedStatus.value === 'successful') {
        session.end('pass');
        start();
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
    flush: () => sender.flush(),
    tell,
  });
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
      live.start();
    },
  });
  let cancelStart = () => {};
  const start = () => {
    cancelStart();
    // What was left unsent is on screen before what is written next.
    sender.restore(user.appUserId.value ?? '');
    starter.ensureStarted().catch((cause: RequestError) => {
      tell('Failed to start conversation')(cause);
      if (cause.isTransient) cancelStart = clock.after(RESTART_MS * (0.8 + 0.4 * Math.random()), startAgain);
    });
  };
  /** Nothing else wakes up before there is a connection. */
  const startAgain = () => {
    if (user.initializedStatus.value === 'failed') start();
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
      (await import('./liveChunk')).goLive({
        ...held,
        ...slices,
        clock,
        page,
        appId,
        outbox,
        title: settings.title,
        onGap: reader.onGap,
        refresh: async () => (await (await loaded())?.refresh()) ?? checkSession(),
        report: deps.report,
      }),
  });

  /** A refused subscription of an anonymous session: if the session itself is over, the call's refusal ends it. */
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

  const session = createSession({ user, conversations, messages, connection, outbox, starter, sender, live });
  const { loaded, ...identity } = createIdentityLoader({
    http,
    connect,
    user,
    session,
    outbox,
    clock,
    client,
    settled: starter.settled,
    takeAnswer: (answer) => void starter.resume(answer).catch(tell('Failed to start conversation')),
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

  /** Opening and sending begin a round of attempts at once where there is no connection (DESIGN.md 3.3). */
  const hurry = () => {
    startAgain();
    if (user.initializedStatus.value === 'successful' && connection.status.value !== 'connected')
      live.start();
  };
  offs.push(effect(() => (router.widgetOpen.value ? untracked(hurry) : undefined)));

  return {
    sender: {
      ...sender,
      send(draft: Draft) {
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
    loadPrevious() {
      const id = activeId();
      if (id) {
        const read = import('./arrivals').then((chunk) => chunk.loadPrevious(held, id));
        read.catch(tell('Earlier messages could not be loaded'));
      }
    },
    ...identity,
    resetWidget: createResetWidget({ user, router, session }),
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
