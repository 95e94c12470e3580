import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react';
import { canHandOver } from './flows/canHandOver';
import { createLocaleChanger } from './flows/changeLocale';
import { createDelivery } from './flows/delivery';
import { createHomeDrawer } from './flows/drawHome';
import { createParts } from './flows/loadParts';
import { keepRead } from './flows/markRead';
import { type Shown, showWidget } from './flows/showWidget';
import { createWordsLoader } from './i18n/loadWords';
import type { Dictionary, Words } from './i18n/words';
import { type Handover, type Live, REALM_HOOK, type RealmHook } from './loader/handover';
import type { CardDeps, PartDeps } from './parts/deps';
import { createClock } from './platform/clock';
import { createDisposer, listen } from './platform/disposer';
import { cycleFocus } from './platform/focus';
import { createId } from './platform/ids';
import { createPage } from './platform/page';
import { createFrameStyles } from './platform/sheets';
import { createStorages } from './platform/storage';
import { createSlices } from './slices/createSlices';
import { createTheme } from './slices/theme';
import { createHomeState } from './ui/cards/home/homeState';
import type { Parts } from './ui/parts';
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
  const config = decodeConfig(handover.config);

  // Platform
  const clock = createClock();
  const page = createPage(host);
  const remember = config.messenger.conversationHistory === 'remember';
  const storages = createStorages(host, remember);
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
  const deps: PartDeps = {
    slices,
    delivery,
    words,
    clock,
    host,
    page,
    calls: [],
    gone(cause) {
      const kept = createStorages(host, remember, slices.consent.level.value).lasting;
      if (canHandOver({ ...slices, kept })) handover.lost(cause);
    },
    seen,
    storages,
    createId,
    report,
    colours,
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
    import('./parts/theme')
      .then(({ createPart }) => createPart(deps).ready)
      .catch((cause) => report('theme could not be loaded', cause));

  // Surfaces
  const draw = async (surface: Shown) => {
    const [{ mountHome, partLoaders, keepDrafts }, frame] = await Promise.all([
      import('./parts/homeChunk'),
      surface.home(),
      words.ready(),
      themed(),
    ]);
    const { part, missing, retry } = createParts<Parts, CardDeps>(deps, partLoaders, { ...deps, surface }, [
      'tools',
      'screen',
      'failures',
    ]);
    // The next click may need a part that failed to load; retry the failed parts.
    own(listen(frame.document, 'click', retry));
    const drafts = keepDrafts(deps);
    const fill = () => {
      if (frame.element.offsetWidth === host.document.documentElement.clientWidth) part('screen');
    };
    fill();
    own(listen(host, 'resize', fill));
    const state = createHomeState({
      ...slices,
      part,
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
        retryParts: retry,
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
        Promise.all([import('./parts/unread'), themed()]).then(
          ([{ createPart }]) => createPart({ ...deps, surface }),
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
    handover.launcher ??= (await import('./launcher/bareSurface')).createBareSurface(host, handover.config);
    show(handover.launcher);
  });

  return {
    calls() {
      calls ??= import('./parts/calls').then(
        ({ createPart }) => {
          handover.calls = deps.calls;
          return createPart(deps);
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

(globalThis as { [REALM_HOOK]?: RealmHook })[REALM_HOOK]?.(startMessenger);
