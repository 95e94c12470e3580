import { computed, effect, signal } from '@preact/signals-react';
import { createApi } from './api/commands';
import { createEvents } from './api/events';
import { createEventApplier } from './flows/applyRealtimeEvent';
import { catchUp, loadPrevious } from './flows/catchUp';
import { markRead } from './flows/markRead';
import { createOutbox } from './flows/outbox';
import { createSender } from './flows/sendMessage';
import { createTypingSender } from './flows/sendTyping';
import { type Shown, showWidget } from './flows/showWidget';
import { createStarter } from './flows/startMessenger';
import { createConnectionKeeper } from './flows/stayConnected';
import { createWordsLoader } from './i18n/loadWords';
import type { Dictionary, Words } from './i18n/words';
import { type Handover, type Live, REALM_HOOK, type RealmHook } from './loader/handover';
import { countUnread } from './model/unread';
import { createClock } from './platform/clock';
import { createDisposer } from './platform/disposer';
import { createId } from './platform/ids';
import { createPage } from './platform/page';
import { createStyleTarget } from './platform/sheets';
import { createStorages } from './platform/storage';
import { describeClient, SDK_VERSION } from './services/clientInfo';
import { createHttp } from './services/http';
import { createMessaging } from './services/messaging';
import { createRealtime } from './services/realtime';
import { createAnnouncer } from './slices/announcer';
import { createConnection } from './slices/connection';
import { createConsent } from './slices/consent';
import { createConversations } from './slices/conversations';
import { createLauncherSlice } from './slices/launcher';
import { createLocale } from './slices/locale';
import { createMessages } from './slices/messages';
import { createRouter, wasWidgetOpen } from './slices/router';
import { createSettings } from './slices/settings';
import { createTheme } from './slices/theme';
import { createUser } from './slices/user';
import { loadHome } from './ui/chunks';
import { decodeConfig } from './wire/config';

/** Set by the build: the folder of the locale files beside this one, and their codes. */
declare const PORCH_LOCALES_DIR: string;
declare const PORCH_LOCALES: string;

/** The composition root: makes every part, hands each what it needs, and keeps one undo for all of it. */
const startMessenger = (handover: Handover): Live => {
  const { host, launcher: shownLauncher } = handover;
  const disposer = createDisposer();
  const report = (message: string, cause?: unknown) =>
    console.error(`Porch: ${message}`, ...(cause ? [cause] : []));
  const config = decodeConfig(handover.config);

  // Platform
  const clock = createClock();
  const page = createPage(host);
  const storages = createStorages(host, config.messenger.conversationHistory === 'remember');

  // Slices
  const settings = createSettings({ config });
  const { appId, integrationId } = settings;
  const consent = createConsent({ storages });
  const router = createRouter({ session: storages.session });
  const launcher = createLauncherSlice({ hidden: handover.hidden });
  const locale = createLocale();
  const user = createUser({ store: storages.lasting, integrationId, createId });
  const conversations = createConversations();
  const messages = createMessages();
  const connection = createConnection();
  const announcer = createAnnouncer({ createId });
  const visible = signal(page.visible());
  disposer.add(page.onVisible((now) => (visible.value = now)));
  const { active } = conversations;
  const unread = computed(() =>
    active.value ? countUnread(messages.of(active.value._id).value, active.value.lastRead) : 0,
  );

  // Services
  const client = () => describeClient(page, user.clientId(), integrationId);
  const sessionId = createId();
  const author = () => ({
    role: 'appUser' as const,
    appUserId: user.appUserId.value ?? '',
    sessionId,
    client: client(),
  });
  const http = createHttp({
    fetch: (...args) => fetch(...args),
    clock,
    baseUrl: `${settings.suncoUrl}/v2/apps/${appId}`,
    headers() {
      const auth = user.auth.value;
      return {
        'x-smooch-sdk': SDK_VERSION,
        'x-smooch-appid': appId,
        'x-smooch-clientid': user.clientId(),
        ...(auth && { Authorization: `Basic ${btoa(`${user.appUserId.value}:${auth.sessionToken}`)}` }),
      };
    },
  });
  const messaging = createMessaging(http);
  const realtime = createRealtime({ load: () => import('./services/fayeClient'), report });

  // Flows
  const outbox = createOutbox({ store: storages.lasting, integrationId });
  const refresh = () => {
    const id = active.value?._id;
    sender.flush();
    if (id) catchUp({ messaging, messages, conversations }, id).catch((e) => report('Could not refresh', e));
  };
  const starter = createStarter({
    messaging,
    user,
    conversations,
    messages,
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
  const sender = createSender({
    messages,
    conversations,
    messaging,
    outbox,
    clock,
    createId,
    sessionId,
    author,
    ensureStarted: starter.ensureStarted,
  });
  const start = () => {
    starter.ensureStarted().catch((e) => report('Failed to start conversation', e));
  };
  const typing = createTypingSender({ messaging, clock, author, conversationId: () => active.value?._id });
  const applier = createEventApplier({
    messages,
    conversations,
    clock,
    onOwnMessage: outbox.remove,
    onIncoming(message) {
      const words = locale.words.value;
      const said = {
        author: message.name || settings.title,
        text: message.text ?? message.textFallback ?? '',
      };
      if (words) announcer.say(words.t('announce_message', said));
    },
  });
  const keeper = createConnectionKeeper({
    realtime,
    messaging,
    user,
    connection,
    page,
    clock,
    appId,
    onEvents: applier.apply,
    onSubscribed: refresh,
    report,
  });
  for (const part of [keeper, typing, applier]) disposer.add(() => part.dispose());

  // Words
  const loadWords = createWordsLoader({
    supported: PORCH_LOCALES.split(' '),
    load: async (code) => {
      const file = await import(`${handover.base}${PORCH_LOCALES_DIR}/${code}.js`);
      return file.default as Dictionary;
    },
    report,
  });
  let wantedLocale = settings.locale;
  const setLocale = async (wanted: string) => {
    wantedLocale = wanted;
    const { words } = await loadWords(wanted);
    // A newer wish has been made meanwhile.
    if (words && wanted === wantedLocale) locale.set(words);
  };

  // Surfaces
  const drawHome = async (surface: Shown) => {
    try {
      const [{ mountHome, createHomeState }, frame] = await Promise.all([
        loadHome(),
        surface.home(),
        locale.words.value ? undefined : setLocale(wantedLocale),
      ]);
      const state = createHomeState({
        settings,
        router,
        user,
        conversations,
        messages,
        connection,
        announcer,
        words: computed(() => locale.words.value as Words),
        touchFirst: page.coarsePointer(),
        now: clock.now,
      });
      const actions = {
        send: (text: string) => sender.send({ text }),
        retry: sender.retry,
        typed: typing.typed,
        close: router.closeWidget,
        retryStart: start,
        loadPrevious() {
          const id = active.value?._id;
          if (id)
            loadPrevious({ messaging, messages, conversations }, id).catch((e) => report('No history', e));
        },
      };
      disposer.add(
        mountHome(frame, createStyleTarget(frame.document, frame.window), createTheme(config.messenger), {
          state,
          actions,
        }),
      );
      surface.drawn();
    } catch (cause) {
      report('The conversation could not be loaded', cause);
      surface.failed();
      surface.onRetry = () => void drawHome(surface);
    }
  };
  const show = (surface: Shown, still: boolean) => {
    disposer.add(() => surface.dispose());
    disposer.add(showWidget({ surface, router, launcher, settings, words: locale.words, unread, still }));
    surface.onClose = router.closeWidget;
    handover.intents.warm = () => {};
    handover.intents.toggle = router.toggle;
    let drawn = false;
    disposer.add(
      effect(() => {
        if (!router.widgetOpen.value) return;
        start();
        if (!drawn) void drawHome(surface);
        drawn = true;
      }),
    );
    let away = true;
    disposer.add(
      effect(() => {
        const reading = router.widgetOpen.value && visible.value;
        const id = active.value?._id;
        if (reading && id && unread.value + (active.value?.unreadCount ?? 0) > 0) {
          markRead({ messages, conversations, messaging, author }, id, away);
        }
        away = !reading;
      }),
    );
  };

  // The page's calls
  const events = createEvents({ report });
  let wasOpen = false;
  let wasUnread = 0;
  disposer.add(
    effect(() => {
      const open = router.widgetOpen.value;
      if (open === wasOpen) return;
      wasOpen = open;
      const name = open ? 'open' : 'close';
      events.emit(name, {
        id: createId(),
        createdAt: clock.now(),
        type: open ? 'messagingOpened' : 'messagingClosed',
      });
    }),
  );
  disposer.add(
    effect(() => {
      if (unread.value === wasUnread) return;
      wasUnread = unread.value;
      events.emit('unreadMessages', wasUnread);
    }),
  );
  const call = createApi({
    events,
    report,
    actions: {
      open: router.openWidget,
      close: () => router.closeWidget(0),
      show: launcher.show,
      hide: launcher.hide,
      setLocale: (wanted) => void setLocale(wanted),
      setZIndex: settings.setZIndex,
      setCookies: consent.set,
    },
  });

  // Once the calls made so far are replayed: they may say what may be stored, and in which language.
  queueMicrotask(async () => {
    const session = user.appUserId.value !== undefined;
    const still = session && wasWidgetOpen(storages.session) && !shownLauncher?.isOpen();
    if (still || shownLauncher?.isOpen()) router.openWidget();
    if (session) start();
    const surface: Shown =
      shownLauncher ?? (await import('./launcher/surface')).createSurface(host, config.messenger);
    show(surface, still);
  });

  return { call, dispose: disposer.dispose };
};

(globalThis as { [REALM_HOOK]?: RealmHook })[REALM_HOOK]?.(startMessenger);
