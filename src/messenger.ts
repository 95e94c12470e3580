import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react';
import { createHomeState } from './conversation/card/homeState';
import { createLocaleChanger } from './conversation/changeLocale';
import { createHomeDrawer } from './conversation/drawHome';
import type { CardDeps, FeatureDeps } from './conversation/featureDeps';
import type { Features } from './conversation/features';
import { createFeatureLoader } from './conversation/loadFeatures';
import { type Shown, showWidget } from './conversation/showWidget';
import { createDelivery } from './delivery/delivery';
import { keepRead } from './delivery/receiving/markRead';
import { createWordsLoader } from './i18n/loadWords';
import type { Dictionary, Words } from './i18n/words';
import type { Call } from './loader/call';
import type { Handover, Live } from './loader/handover';
import { loadAppearance, loadHostCalls, loadUnreadBadge } from './messengerFeatures';
import { createClock } from './platform/clock';
import { createDisposer, listen } from './platform/disposer';
import { cycleFocus } from './platform/focus';
import { createId } from './platform/ids';
import { createPage } from './platform/page';
import { REALM_HOOK, type RealmHook } from './platform/realmHook';
import { createFrameStyles } from './platform/sheets';
import { createStorages } from './platform/storage';
import { createSlices } from './slices/createSlices';
import { createTheme } from './slices/theme';
import { decodeConfig, isThemed } from './wire/config';

/** Set by the build: the folder of the locale files beside this one. */
declare const PORCH_LOCALES_DIR: string;
/** Set by the build: the locale codes of those files, separated by spaces. */
declare const PORCH_LOCALES: string;

/**
 * The composition root: creates the services, slices and surfaces, connects them, and disposes of them
 * together.
 */
const startMessenger = (handover: Handover): Live => {
  const { host } = handover;
  // The messenger has loaded, so there is nothing left to fetch.
  handover.warm = () => {};
  const { add: own, dispose } = createDisposer();
  const report = (message: string, ...cause: unknown[]) => console.error(`Porch: ${message}`, ...cause);
  // A copy made of this realm's objects: the page may have broken the prototypes of its own.
  const config = decodeConfig(structuredClone(handover.config));

  // Platform
  const clock = createClock();
  const page = createPage(host);
  const storages = createStorages(host, config.messenger.conversationHistory === 'remember');
  const visible = signal(page.visible());
  own(page.onVisible((now) => (visible.value = now)));

  // Slices
  const slices = createSlices({ config, storages, createId, clock });
  const { settings, router, locale, user, unread } = slices;

  const delivery = createDelivery({
    slices,
    fetch: (...args) => fetch(...args),
    clock,
    page,
    storages,
    createId,
    report,
  });
  own(delivery.dispose);
  const words = createLocaleChanger({
    locale,
    initial: settings.locale,
    load: createWordsLoader({
      codes: PORCH_LOCALES.split(' '),
      match: async (...args) => (await import('./i18n/match')).matchLocale(...args),
      load: async (code) => {
        const file = await import(/* @vite-ignore */ `${handover.base}${PORCH_LOCALES_DIR}/${code}.js`);
        return file.default as Dictionary;
      },
      report,
    }),
  });

  const seen = computed(() => router.widgetOpen.value && visible.value && !slices.launcher.hidden.value);
  const colours = createTheme(config.messenger);
  const deps: FeatureDeps = {
    slices,
    delivery,
    words,
    clock,
    host,
    page,
    seen,
    storages,
    createId,
    report,
    colours,
    appearance: async () => (await loadAppearance())(deps),
    own,
  };
  let calls: ReturnType<Live['calls']> | undefined;
  /** Whether an earlier page left unsent files. */
  const hasFiles = () => delivery.outbox.files().length > 0;

  /**
   * Loads the theme if the configuration has one. If that fails, everything is drawn with the default theme.
   */
  const themed = async () =>
    isThemed(settings.raw) &&
    deps
      .appearance()
      .then((appearance) => appearance.ready)
      .catch((cause) => report('theme could not be loaded', cause));

  // Surfaces
  const draw = async (surface: Shown) => {
    const [{ mountHome, featureLoaders, keepDrafts }, frame] = await Promise.all([
      import('./conversation/homeCard'),
      surface.home(),
      words.ready(),
      themed(),
    ]);
    const { feature, missing, retry } = createFeatureLoader<Features, CardDeps>(
      deps,
      featureLoaders,
      { ...deps, surface },
      ['composerTools', 'fullScreen', 'failures'],
    );
    // The next click may need a part that failed to load; retry the failed parts.
    own(listen(frame.document, 'click', retry));
    const drafts = keepDrafts(deps);
    const fill = () => {
      if (frame.element.offsetWidth === host.document.documentElement.clientWidth) feature('fullScreen');
    };
    fill();
    own(listen(host, 'resize', fill));
    const state = createHomeState({
      ...slices,
      feature,
      missing,
      words: locale.words as ReadonlySignal<Words>,
      touchFirst: page.coarsePointer(),
      draftKey: drafts.key,
      filesLeft: hasFiles(),
      now: clock.now,
    });
    own(cycleFocus(frame.document, surface.button, () => router.widgetOpen.value));
    return mountHome(frame, createFrameStyles(frame.document, frame.window), colours, {
      state,
      actions: {
        send: (text) => delivery.sender.send({ text }),
        retry: delivery.sender.retry,
        remove: delivery.sender.remove,
        close: router.closeWidget,
        retryStart: delivery.start,
        showList: () => slices.conversations.show(),
        loadPrevious: delivery.loadPrevious,
        keepDraft: drafts.follow,
        retryFeatures: retry,
      },
    });
  };
  const show = (surface: Shown) => {
    own(surface.dispose);
    own(showWidget({ ...slices, surface, words: locale.words }));
    surface.toggle = router.toggle;
    handover.store = storages.lasting;
    const home = createHomeDrawer({ surface, draw, page, failed: handover.lost });
    own(home.dispose);
    // Unsent files are uploaded even while the window is closed.
    if (hasFiles()) home.draw();
    own(
      effect(() => {
        if (!router.widgetOpen.value) return;
        // Opening the widget creates the user and connects; also again after a logout.
        const idle = user.initializedStatus.value === 'notConnected';
        const busy = delivery.authentication.isUserLoggingIn.value;
        // Signals read in here must not rerun this effect.
        untracked(() => {
          if (idle && !busy) delivery.start();
          home.draw();
        });
      }),
    );
    let told = false;
    own(
      effect(() => {
        if (!unread.value || told) return;
        told = true;
        // The theme may set the badge's color.
        Promise.all([loadUnreadBadge(), themed()]).then(
          ([createUnreadBadge]) => createUnreadBadge({ ...deps, surface }),
          () => {
            told = false;
          },
        );
      }),
    );
    const { listShown } = slices.conversations;
    const reading = computed(() => seen.value && !listShown.value);
    own(keepRead({ ...slices, ...delivery, clock, reading, unread: slices.unreadHere }));
  };

  queueMicrotask(async () => {
    // Wait for the replay of the queued calls, which may set the cookie consent and the language.
    await calls?.catch(() => {});
    const shown = handover.launcher;
    const known = user.appUserId.value !== undefined;
    // A widget stored as open reopens without animation. A widget that was reset stays closed, even if it had
    // been opened before.
    if (shown?.isOpen() && user.resetWidgetStatus.value !== 'successful') router.openWidget();
    else if (known) router.reopen();
    if (known) delivery.start();
    handover.launcher ??= (await import('./launcher/launcherlessSurface')).createLauncherlessSurface(
      host,
      handover.config,
    );
    show(handover.launcher);
  });

  return {
    calls() {
      calls ??= loadHostCalls().then(
        (createHostCalls) => {
          const inEffect: Call[] = [];
          handover.calls = inEffect;
          return createHostCalls({ ...deps, calls: inEffect });
        },
        (cause) => {
          calls = undefined;
          throw cause;
        },
      );
      return calls;
    },
    dispose,
  };
};

/** What the loader calls, by this name or by the hook. */
export { startMessenger as start };

(globalThis as { [REALM_HOOK]?: RealmHook })[REALM_HOOK]?.(startMessenger);
