import { effect, signal, untracked } from '@preact/signals-react';
import type { Draft } from '../model/message';
import { decodeRetryPolicy } from '../model/retryPolicy';
import type { Clock } from '../platform/clock';
import type { Page } from '../platform/page';
import type { Storages } from '../platform/storage';
import { createServices } from '../services/createServices';
import type { RequestError } from '../services/requestError';
import type { createSlices } from '../slices/createSlices';
import type { JwtSupplier, LoginCallback } from './identity';
import { createLive } from './live';
import { createOutbox } from './outbox';
import { createResetWidget } from './resetWidget';
import { createSender } from './sendMessage';
import { createSession } from './session';
import { createStarter } from './startMessenger';
import { watchTabs } from './watchTabs';

/** How soon a start that only the network kept back is tried again, give or take a fifth. */
const RESTART_MS = 60_000;

/** How soon what could not be read is asked for again. */
const REREAD_MS = 15_000;

/** Nothing is said of what a newer visitor has cancelled. */
const isCancelled = (cause: unknown) =>
  (cause as Partial<RequestError> | undefined)?.isActionCancelled === true;

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
  const tell = (message: string) => (cause: unknown) => {
    if (!isCancelled(cause)) deps.report(message, cause);
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
    recover: async (status) => (await identity.loaded())?.recover(status) ?? false,
    onRefused(status) {
      void identity.loaded()?.then((i) => i.giveUp(status));
      // An anonymous session is over: the same person starts anew, with what they left unsent.
      const anonymous = user.auth.value && user.auth.value.type !== 'jwt';
      if (status !== 401 || !anonymous) return;
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
  let cancelRead = () => {};
  /** @param whole whether reads, status and routing may be missed too, not only messages */
  const readBack = async (whole: boolean) => {
    sender.flush();
    cancelRead();
    const id = activeId();
    if (!id) return;
    try {
      // It comes with the realtime chunk, which every open conversation loads.
      const chunk = await import('./liveChunk');
      await (whole ? chunk.resync : chunk.catchUp)(held, id);
    } catch (cause) {
      tell('Could not refresh')(cause);
      // While the connection stands, nothing else may come to wake it up.
      if (!isCancelled(cause)) cancelRead = clock.after(REREAD_MS, () => void readBack(whole));
    }
  };
  const refresh = () => void readBack(false);
  /** A visitor's first gap is the time it takes to connect: there is nothing to read but messages. */
  let justMade = false;
  const onGap = () => {
    void readBack(!justMade);
    justMade = false;
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
      justMade = isNew;
      if (!isNew) refresh();
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
    async load() {
      const chunk = await import('./liveChunk');
      const arrivals = chunk.createArrivalTaker({
        ...held,
        ...slices,
        clock,
        page,
        title: settings.title,
      });
      const applier = chunk.createEventApplier({
        ...held,
        clock,
        connected: () => connection.status.value === 'connected',
        onOwnMessage: outbox.remove,
        onIncoming: arrivals.take,
      });
      const keeper = chunk.createConnectionKeeper({
        realtime: chunk.createRealtime({ load: async () => chunk, clock, report: deps.report }),
        user,
        connection,
        page,
        clock,
        appId,
        onEvents: applier.apply,
        onGap,
        refresh: async () => (await (await identity.loaded())?.refresh()) ?? checkSession(),
        report: deps.report,
      });
      return {
        ...keeper,
        dispose() {
          keeper.dispose();
          applier.dispose();
          arrivals.dispose();
        },
      };
    },
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
  const authentication = { isUserLoggingIn: signal(false), isUserLoggingOut: signal(false) };

  // Identity has a chunk of its own: most visitors never log in.
  const identity = (() => {
    let loading: Promise<ReturnType<typeof import('./identity')['createIdentity']>> | undefined;
    return {
      loaded: () => loading,
      get() {
        loading ??= import('./identity').then(({ createIdentity, createUserCalls }) =>
          createIdentity({
            http,
            connect,
            messaging: createUserCalls(http),
            user,
            session,
            outbox,
            clock,
            client,
            settled: starter.settled,
            takeAnswer: (answer) => void starter.resume(answer).catch(tell('Failed to start conversation')),
            setLoggingIn: (now) => {
              authentication.isUserLoggingIn.value = now;
            },
            setLoggingOut: (now) => {
              authentication.isUserLoggingOut.value = now;
            },
            report: deps.report,
          }),
        );
        loading.catch(() => {
          loading = undefined;
        });
        return loading;
      },
    };
  })();
  const withIdentity = (
    use: (i: Awaited<ReturnType<typeof identity.get>>) => Promise<void>,
    done?: LoginCallback,
  ) =>
    identity
      .get()
      .then(use)
      .catch((cause) => {
        const reason = 'Login could not be loaded';
        done?.({ type: 'LoginFailedError', message: 'Authentication failed', reason });
        tell(reason)(cause);
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
    authentication,
    loadPrevious() {
      const id = activeId();
      if (id) {
        const read = import('./arrivals').then((chunk) => chunk.loadPrevious(held, id));
        read.catch(tell('Earlier messages could not be loaded'));
      }
    },
    loginUser: (supplier: JwtSupplier, done?: LoginCallback) =>
      void withIdentity((i) => i.login(supplier, done), done),
    useSessionAuth: () => void withIdentity((i) => i.useSessionAuth()),
    logoutUser: () => void withIdentity((i) => i.logout()),
    resetWidget: createResetWidget({ user, router, session }),
    dispose() {
      cancelStart();
      cancelRead();
      for (const off of offs) off();
      stopWatching();
      live.dispose();
      sender.dispose();
      announcer.dispose();
    },
  };
};
