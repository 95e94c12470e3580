import { computed, signal } from '@preact/signals-react';
import { createLocaleChanger } from './conversation/changeLocale';
import { drawCard } from './conversation/drawCard';
import { createHomeDrawer } from './conversation/drawHome';
import type { FeatureDeps } from './conversation/featureDeps';
import { loadOnce, startWhenOpen } from './conversation/onceOpen';
import { showWidget, type WidgetSurface } from './conversation/showWidget';
import { canHandOver } from './delivery/canHandOver';
import { createDelivery } from './delivery/delivery';
import { claimEarly, sendEarly } from './delivery/sending/sendEarly';
import { createWordsLoader } from './i18n/loadWords';
import type { Dictionary } from './i18n/words';
import type { Handover, MakeCall, RunningMessenger } from './loader/handover';
import { messengerFeatures } from './messengerFeatures';
import { type FirstCall, isLookOnly } from './model/firstCall';
import { FILE_ELSEWHERE_MS } from './model/retries/core';
import { arrive } from './platform/arrive';
import { createClock } from './platform/clock';
import { firstConsent } from './platform/consentLevel';
import { createDisposer } from './platform/disposer';
import { createId } from './platform/ids';
import { createLazy, type Lazy } from './platform/lazy';
import { createPage, onWake } from './platform/page';
import { ofDocument } from './platform/pastContent';
import { REALM_HOOK, type RealmHook } from './platform/realmHook';
import { createStorages, STORAGE_PREFIX, type Store } from './platform/storage';
import { createTabChannel } from './platform/tabChannel';
import { takeFirst } from './services/takeFirst';
import { createSlices } from './slices/createSlices';
import type { Settings } from './slices/settings';
import { createTheme } from './slices/theme';
import { decodeConfig, isThemed } from './wire/config';

/** Loads the words of a locale from the files beside this one. */
const wordsOf = (deps: Pick<FeatureDeps, 'slices' | 'clock' | 'report'>) => {
  const { locale, settings } = deps.slices;
  const load = createWordsLoader({
    match: async (wanted) => (await import('./i18n/nearestLocale')).nearestLocale(wanted),
    load: async (code) => {
      const name = `l/${code}`;
      const load = () => import(/* @vite-ignore */ `./${name}.js`);
      const file = await arrive(load, name, FILE_ELSEWHERE_MS, deps.clock);
      return file.default as Dictionary;
    },
    report: deps.report,
  });
  return createLocaleChanger({ locale, initial: settings.locale, load });
};

type Deps = FeatureDeps & { handover: Handover };

/** The page's calls. After a failure they are loaded again with the next call, or when the page wakes. */
const createCalls = (deps: Deps): Lazy<MakeCall> => {
  const { handover } = deps;
  const calls = createLazy(async () => {
    // Wait for logouts in other tabs: a login would merge a visitor that has logged out.
    const [{ createHostCalls }] = await Promise.all([messengerFeatures.hostCalls(), deps.delivery.left()]);
    // It reads the calls that wait in the handover.
    return createHostCalls({
      ...deps,
      fill: (surface, overrides) => fillSurface(surface, { ...deps, ...overrides }),
    });
  });
  deps.onDispose(
    onWake(deps.page, () => {
      if (!calls.begun() && handover.calls[0]) calls().then(handover.takeOver, handover.lost);
    }),
  );
  return calls;
};

/** Fills the surface: launcher and frame follow the slices, and the card is drawn when it is wanted. */
const fillSurface = (surface: WidgetSurface, deps: Deps) => {
  const { handover, onDispose, slices, delivery, page, seen, clock, report } = deps;
  const { settings, router, locale } = slices;
  /** Whether an earlier page left unsent files. */
  const filesLeft = () => delivery.outbox.files().length > 0;
  /**
   * Waits for the look that the page has set by a call, and for the configuration's, if it has one. If either cannot be
   * loaded, the default look is drawn.
   */
  const themed = async () => {
    if (!isThemed(settings.raw) && !deps.appearance.begun()) return;
    await deps
      .appearance()
      .then((appearance) => appearance.ready())
      .catch((cause) => report('theme could not be loaded', cause));
  };

  // Looked up when it is called: what follows the launcher adds to it later.
  onDispose(() => surface.dispose());
  onDispose(showWidget({ ...slices, surface, words: locale.words }));
  surface.toggle = router.toggle;
  surface.send = (text) => delivery.sender.send({ text });
  const draw = createHomeDrawer({
    surface,
    draw: () => drawCard(deps, surface, themed, filesLeft),
    page,
    failed: handover.lost,
    onDispose,
  });
  // Unsent files are uploaded even while the window is closed.
  if (filesLeft()) draw();
  onDispose(startWhenOpen({ ...slices, ...delivery, draw }));
  onDispose(
    loadOnce(slices.unread, async () => {
      // The theme may set the badge's color.
      const [file] = await Promise.all([messengerFeatures.unreadBadge(), themed()]);
      file.createUnreadBadge({ ...deps, surface });
    }),
  );
  const { listShown, active } = slices.conversations;
  const reading = computed(() => seen.value && !listShown.value);
  // A conversation is marked read once it is on screen.
  onDispose(
    loadOnce(
      computed(() => reading.value && active.value),
      async () => {
        const { keepRead } = await delivery.chunks.history();
        onDispose(keepRead({ ...slices, ...delivery, clock, reading, unread: slices.unreadHere }));
      },
    ),
  );
};

/**
 * The call that was made before the messenger. It does not count if the page has made calls about the visitor since,
 * and a visitor that it may have created stays unused.
 */
const firstOf = (
  { first, calls }: Handover,
  store: Pick<Store, 'remove'>,
  { integrationId }: Pick<Settings, 'integrationId'>,
): FirstCall | undefined => {
  if (!first || isLookOnly(calls)) return first;
  // An answer that nobody reads would keep its connection.
  first.abort();
  store.remove(`${integrationId}.creationId`);
  return undefined;
};

/** The composition root: creates slices, delivery and surface, connects them, and disposes of them together. */
const startMessenger = (handover: Handover): RunningMessenger => {
  const { host } = handover;
  const { add: onDispose, dispose } = createDisposer();
  // Copy into this realm's objects: the page may have broken its own prototypes.
  const config = decodeConfig(structuredClone(handover.config));

  const clock = createClock(onDispose);
  const page = createPage(host, (name) => ofDocument(host.document, name));
  const { remembers, raw } = config.messenger;
  // Consent counts before anything is read: a page that allows none has no stored visitor.
  const storages = createStorages(
    host,
    remembers,
    firstConsent(handover.calls),
    createTabChannel(STORAGE_PREFIX),
  );
  storages.removeForbidden();
  const visible = signal(page.visible());
  onDispose(page.onVisible((now) => (visible.value = now)));

  const { address } = handover;
  const slices = createSlices({ config, address, storages, createId, clock });
  const { router, user, launcher, pageEvents } = slices;
  const report = (message: string, ...cause: unknown[]) => {
    console.error(`Porch: ${message}`, ...cause);
    pageEvents.emit('error', { message });
    if (raw.errorReports)
      messengerFeatures
        .errorReports()
        .then(({ takeReport }) => takeReport(deps, message, cause))
        // A report that fails is not reported.
        .catch(() => {});
  };
  const common = { slices, clock, page, storages, createId, report, host, onDispose };
  const delivery = createDelivery({
    ...common,
    origin: () => handover.origin?.(),
    fetch: takeFirst(firstOf(handover, storages.lasting, slices.settings), (...args) => fetch(...args)),
    // The realm's own locks: they are released with its frame, even if the work never ends.
    lock: async (name, work) => navigator.locks.request(name, work),
  });

  const deps: Deps = {
    ...common,
    handover,
    delivery,
    words: wordsOf(common),
    gone(cause) {
      const kept = createStorages(host, remembers, slices.consent.level.value).lasting;
      if (canHandOver({ ...slices, kept })) handover.lost(cause);
    },
    seen: computed(() => router.widgetOpen.value && visible.value && !launcher.hidden.value),
    colours: createTheme(config.messenger),
    appearance: createLazy(async () => (await messengerFeatures.appearance()).createAppearance(deps)),
  };
  claimEarly([...(handover.launcher?.unsent ?? [])], { user, delivery });
  const calls = createCalls(deps);
  const { former } = config.messenger;
  if (former && storages.lasting.keys(`${former}.`)[0])
    messengerFeatures.formerIntegration().then(
      ({ moveFormer }) => moveFormer(deps, former),
      // It stays for the next page.
      () => {},
    );

  queueMicrotask(async () => {
    // The replay of the queued calls may set the cookie consent and the language.
    await calls.begun()?.catch(() => {});
    // Wait for a logout: a text written since then belongs to the next visitor.
    await delivery.left();
    // The page draws the widget by a call, or a call has removed it.
    if (handover.draw) return;
    const shown = handover.launcher;
    const known = user.appUserId.value !== undefined;
    // A widget stored as open reopens without animation. A widget that was reset stays closed, even if it had
    // been opened before.
    if (shown?.isOpen() && user.resetWidgetStatus.value !== 'successful') router.adopt();
    else if (known) router.reopen();
    sendEarly(shown?.unsent ?? [], { user, delivery });
    const surface =
      shown ??
      (await import('./launcher/launcherlessSurface')).createLauncherlessSurface(host, handover.config);
    handover.launcher = surface;
    const { home } = surface;
    // A promise of the page's realm, where `then` may be the page's own.
    surface.home = () => new Promise((made, failed) => Promise.prototype.then.call(home(), made, failed));
    fillSurface(surface, deps);
  });

  return { calls, deps, dispose };
};

// Code that several chunks share would become files of its own. A chunk that is requested at another address would
// request these at the same one, where the request may hang (`delivery/chunks.ts`).
export * from './platform/fileStore';
export * from './services/identityCalls';
export * from './services/messageCalls';

/** What the loader calls, by this name or by the hook. */
export { startMessenger as start };

(globalThis as { [REALM_HOOK]?: RealmHook })[REALM_HOOK]?.(startMessenger);
