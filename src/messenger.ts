import { computed, effect, signal, untracked } from '@preact/signals-react';
import { createApi } from './api/commands';
import { emitState } from './api/emitState';
import { createEvents } from './api/events';
import { createEventApplier } from './flows/applyRealtimeEvent';
import { catchUp, loadPrevious } from './flows/catchUp';
import { createLocaleChanger } from './flows/changeLocale';
import { createHomeDrawer } from './flows/drawHome';
import { keepRead } from './flows/markRead';
import { createOutbox } from './flows/outbox';
import { createSender } from './flows/sendMessage';
import { createTypingSender } from './flows/sendTyping';
import { type Shown, showWidget } from './flows/showWidget';
import { createStarter } from './flows/startMessenger';
import { createConnectionKeeper } from './flows/stayConnected';
import { createWordsLoader } from './i18n/loadWords';
import type { Dictionary, Words } from './i18n/words';
import { type Handover, type Live, REALM_HOOK, type RealmHook } from './loader/handover';
import { createClock } from './platform/clock';
import { createDisposer } from './platform/disposer';
import { createId } from './platform/ids';
import { createPage } from './platform/page';
import { createFrameStyles } from './platform/sheets';
import { createStorages } from './platform/storage';
import { createServices } from './services/createServices';
import { createSlices } from './slices/createSlices';
import { wasWidgetOpen } from './slices/router';
import { createTheme } from './slices/theme';
import { loadHome } from './ui/chunks';
import { decodeConfig } from './wire/config';

/** Set by the build: the folder of the locale files beside this one, and their codes. */
declare const PORCH_LOCALES_DIR: string;
declare const PORCH_LOCALES: string;

/** The composition root: makes every part, hands each what it needs, and keeps one undo for all of it. */
const startMessenger = (handover: Handover): Live => {
  const { host } = handover;
  const { add: own, dispose } = createDisposer();
  const report = (message: string, ...cause: unknown[]) => console.error(`Porch: ${message}`, ...cause);
  const config = decodeConfig(handover.config);

  // Platform
  const clock = createClock();
  const page = createPage(host);
  const storages = createStorages(host, config.messenger.conversationHistory === 'remember');
  const visible = signal(page.visible());
  own(page.onVisible((now) => (visible.value = now)));

  // Slices
  const slices = createSlices({ config, storages, createId, clock });
  const { settings, router, locale, user, conversations, messages, connection, announcer, unread } = slices;
  const { appId, integrationId, suncoUrl } = settings;
  const activeId = () => conversations.active.value?._id;

  // Services
  const sessionId = createId();
  const { messaging, realtime, client, author } = createServices({
    fetch: (...args) => fetch(...args),
    clock,
    page,
    suncoUrl,
    appId,
    integrationId,
    sessionId,
    identity: {
      clientId: user.clientId,
      appUserId: () => user.appUserId.value,
      authorization: user.authorization,
    },
    report,
  });

  // Flows
  const held = { messaging, messages, conversations };
  const outbox = createOutbox({ store: storages.lasting, integrationId });
  const refresh = () => {
    const id = activeId();
    sender.flush();
    if (id) catchUp(held, id).catch((cause) => report('Could not refresh', cause));
  };
  const starter = createStarter({
    ...held,
    user,
    clock,
    createId,
    client,
    locale: () => locale.locale.value ?? settings.locale,
    onStarted() {
      sender.restore(user.appUserId.value ?? '');
      refresh();
      keeper.start();
    },
  });
  const start = () => starter.ensureStarted().catch((cause) => report('Failed to start conversation', cause));
  const sender = createSender({
    ...held,
    outbox,
    clock,
    createId,
    sessionId,
    author,
    ensureStarted: starter.ensureStarted,
  });
  const typing = createTypingSender({ messaging, clock, author, conversationId: activeId });
  const applier = createEventApplier({
    messages,
    conversations,
    clock,
    connected: () => connection.status.value === 'connected',
    onOwnMessage: outbox.remove,
    onIncoming({ name, text, textFallback }) {
      const said = { author: name || settings.title, text: text ?? textFallback ?? '' };
      const sentence = locale.words.value?.t('announce_message', said);
      if (sentence) announcer.say(sentence);
    },
  });
  const keeper = createConnectionKeeper({
    realtime,
    user,
    connection,
    page,
    clock,
    appId,
    onEvents: applier.apply,
    onSubscribed: refresh,
    report,
  });
  for (const part of [keeper, typing, applier, announcer]) own(() => part.dispose());
  const words = createLocaleChanger({
    locale,
    initial: settings.locale,
    load: createWordsLoader({
      supported: PORCH_LOCALES.split(' '),
      load: async (code) => {
        const file = await import(`${handover.base}${PORCH_LOCALES_DIR}/${code}.js`);
        return file.default as Dictionary;
      },
      report,
    }),
  });

  // The page's calls
  const events = createEvents({ report });
  own(emitState({ events, widgetOpen: router.widgetOpen, unread, createId, now: clock.now }));
  const call = createApi({
    events,
    report,
    actions: {
      open: router.openWidget,
      close: () => router.closeWidget(0),
      show: slices.launcher.show,
      hide: slices.launcher.hide,
      setLocale: (wanted) => void words.change(wanted),
      setZIndex: settings.setZIndex,
      setCookies: slices.consent.set,
    },
  });

  // Surfaces
  const draw = async (surface: Shown) => {
    const [{ mountHome, createHomeState }, frame] = await Promise.all([
      loadHome(),
      surface.home(),
      words.ready(),
    ]);
    const state = createHomeState({
      ...slices,
      words: computed(() => locale.words.value as Words),
      touchFirst: page.coarsePointer(),
      now: clock.now,
    });
    return mountHome(frame, createFrameStyles(frame.document, frame.window), createTheme(config.messenger), {
      state,
      actions: {
        send: (text) => sender.send({ text }),
        retry: sender.retry,
        typed: typing.typed,
        close: router.closeWidget,
        retryStart: () => void start(),
        loadPrevious() {
          const id = activeId();
          if (id) loadPrevious(held, id).catch((cause) => report('Could not load earlier messages', cause));
        },
      },
    });
  };
  const show = (surface: Shown, still: boolean) => {
    own(surface.dispose);
    own(showWidget({ ...slices, surface, words: locale.words, still }));
    surface.onClose = router.closeWidget;
    handover.intents.warm = () => {};
    handover.intents.toggle = router.toggle;
    const home = createHomeDrawer({ surface, draw, report });
    own(home.dispose);
    own(
      effect(() => {
        if (!router.widgetOpen.value) return;
        // What these read is not what this waits for.
        untracked(() => {
          void start();
          home.draw();
        });
      }),
    );
    // The launcher's own words came with the configuration; what is unread has to be counted in words of a file.
    own(
      effect(() => {
        if (unread.value)
          untracked(() => words.ready().catch((cause) => report('Failed to setup i18n', cause)));
      }),
    );
    const reading = computed(() => router.widgetOpen.value && visible.value);
    own(keepRead({ ...held, author, unread, reading }));
  };

  // Once the calls made so far are replayed: they may say what may be stored, and in which language.
  queueMicrotask(async () => {
    const shown = handover.launcher;
    const known = user.appUserId.value !== undefined;
    // SPEC.md section 4: "If the session is stored as open, the widget reopens without animation."
    const still = known && !shown?.isOpen() && wasWidgetOpen(storages.session);
    if (still || shown?.isOpen()) router.openWidget();
    if (known) void start();
    show(shown ?? (await import('./launcher/surface')).createSurface(host, config.messenger), still);
  });

  return { call, dispose };
};

(globalThis as { [REALM_HOOK]?: RealmHook })[REALM_HOOK]?.(startMessenger);
