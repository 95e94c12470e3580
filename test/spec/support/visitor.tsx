import { computed } from '@preact/signals-react';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/preact';
import { onTestFinished, vi } from 'vitest';
import english from '../../../locales/en-us.json';
import { createHomeState } from '../../../src/conversation/card/homeState';
import { createLocaleChanger } from '../../../src/conversation/changeLocale';
import { keepDrafts } from '../../../src/conversation/composer/storeDrafts';
import { actionsOf, loadPeople } from '../../../src/conversation/drawCard';
import type { CardDeps, FeatureDeps } from '../../../src/conversation/featureDeps';
import type { FeatureRow } from '../../../src/conversation/featureRow';
import type { Features } from '../../../src/conversation/features';
import { homeFeatures } from '../../../src/conversation/homeFeatures';
import { createFeatureLoader } from '../../../src/conversation/loadFeatures';
import { createAppearance } from '../../../src/features/appearance/appearance';
import type { Dictionary, Words } from '../../../src/i18n/words';
import { createWords } from '../../../src/i18n/words';
import { createLauncherlessSurface } from '../../../src/launcher/launcherlessSurface';
import type { Handover } from '../../../src/loader/handover';
import { messengerFeatures } from '../../../src/messengerFeatures';
import type { createUploadFetch } from '../../../src/platform/files';
import { createLazy } from '../../../src/platform/lazy';
import { createStorages } from '../../../src/platform/storage';
import { type Appearance, createTheme } from '../../../src/slices/theme';
import { createTextBox, renderCard } from '../../component/support/textBox';
import { assembleMessenger } from '../../support/assemble';
import { createFakeClock, flush } from '../../support/fakeClock';
import { createFakeFaye } from '../../support/fakeFaye';
import { createFakeStorage, createStorageHost } from '../../support/fakeStorage';
import { createService } from './service';

/** Replaces the network: the realtime library, and the upload request, which needs a real browser. */
const network = vi.hoisted(() => ({ faye: undefined as unknown, fetch: undefined as unknown }));
vi.mock('../../../src/services/fayeClient', () => ({
  createFayeClient: (...args: unknown[]) =>
    (network.faye as { create: (...args: unknown[]) => unknown }).create(...args),
}));
vi.mock('../../../src/platform/files', () => ({
  createUploadFetch: (({ onProgress }) => {
    onProgress(0.5);
    return network.fetch as typeof fetch;
  }) as typeof createUploadFetch,
  drawImage: async () => false,
}));

const REGULAR = {
  appId: 'app',
  integrationId: 'int',
  baseUrl: 'https://desk.example/sc',
  title: 'Shoe shop',
  conversationHistory: 'remember',
};

const undos: (() => void)[] = [];
/** Disposes of every visitor of a test before it ends. */
export const leave = () => {
  cleanup();
  for (const undo of undos.splice(0)) undo();
};

type Options = {
  messenger?: Record<string, unknown>;
  /** The account's flags. */
  features?: Record<string, unknown>;
  /** Storage left by an earlier page. */
  storage?: Storage;
  /** The tab's. */
  session?: Storage;
  /** Runs before the visitor signs in. */
  before?: (service: ReturnType<typeof createService>) => void;
  closed?: boolean;
  /** Loads what customizes the look; the real one by default. */
  appearance?: () => Promise<Appearance>;
  /** Rows added to the registry of the card's features. */
  homeRows?: Record<string, FeatureRow<unknown>>;
};

/**
 * A visitor with an open widget, assembled from the real slices, flows, parts and views as the messenger
 * does. Only the network, the page and the clock are fakes. It is disposed of when the test ends.
 */
export const createVisitor = async (options: Options = {}) => {
  const clock = createFakeClock();
  const service = createService(clock.now);
  const faye = createFakeFaye();
  network.faye = faye;
  network.fetch = service.fetch;
  options.before?.(service);
  const storage = options.storage ?? createFakeStorage();
  const host = Object.assign(
    createStorageHost({ local: storage, session: options.session ?? createFakeStorage() }),
    {
      addEventListener() {},
      removeEventListener() {},
      // For a picture that is shown large.
      ...{ document, CSSStyleSheet },
    },
  );
  const report = vi.fn();
  const messenger = assembleMessenger({
    ...{ clock, report, fetch: service.fetch },
    messenger: { ...REGULAR, ...options.messenger },
    storages: createStorages(host, true),
  });
  const { slices, delivery, page, onDispose, config } = messenger;
  undos.push(messenger.dispose);
  onTestFinished(leave);
  const unknown = (message: string) => {
    throw new Error(message);
  };
  const more = Object.entries(english).filter(([key]) => key.includes('.'));
  const words = createLocaleChanger({
    locale: slices.locale,
    initial: 'en-us',
    async load(_, all) {
      const rest = Object.fromEntries(more.map(([key]) => [key, undefined]));
      const dictionary = (all ? english : { ...english, ...rest }) as Dictionary;
      return { success: true, words: createWords('en-us', dictionary, unknown) };
    },
  });
  const deps: FeatureDeps = {
    ...messenger,
    ...{ words, host },
    appearance: createLazy(options.appearance ?? (async () => createAppearance(deps))),
    gone() {},
    colours: createTheme(config.messenger),
  };
  await words.ready();
  const surface = createLauncherlessSurface(window, {});
  onDispose(surface.dispose);
  const place = createTextBox((text) => delivery.sender.send({ text }));
  const homeRows = { ...homeFeatures, ...options.homeRows } as typeof homeFeatures;
  const card: CardDeps = { ...deps, surface };
  const { feature, missing, retry } = createFeatureLoader<Features, CardDeps>(deps, homeRows, card);
  const drafts = keepDrafts(deps);
  const given = {
    feature,
    missing,
    features: homeRows,
    words: computed(() => slices.locale.words.value as Words),
    textBox: place.textBox,
    touchFirst: false,
    draftKey: drafts.key,
    filesLeft: false,
    clock,
  };
  const state = createHomeState(given, slices, (await loadPeople(card)) || undefined);
  const actions = { ...actionsOf(deps), keepDraft: drafts.follow, retryFeatures: retry };
  onDispose(messenger.startWhenOpen());
  onDispose(messenger.keepRead());

  /** Runs pending work, including lazily loaded code, without advancing time. */
  const settle = async () => {
    for (let i = 0; i < 3; i++) {
      await act(flush);
      await vi.dynamicImportSettled();
    }
    await act(flush);
  };
  /** Advances time. @param ms */
  const wait = async (ms: number) => {
    await act(() => clock.advance(ms));
    await settle();
  };
  /** Delivers events over realtime. */
  const hears = async (...events: Record<string, unknown>[]) => {
    faye.publish({ events: events.map((event) => ({ conversation: { _id: 'c' }, ...event })) });
    await settle();
  };
  const home = async () => ({ textBox: place.textBox });
  const handover = {
    ...{ build: 'build', calls: [], launcher: { home, root: surface.root } },
    config: { features: options.features },
  } as unknown as Handover;
  let calls: ((args: readonly unknown[]) => unknown) | undefined;
  const active = () => slices.conversations.active.value;

  if (!options.closed) slices.router.openWidget();
  delivery.start();
  renderCard(place, { state, actions });
  await settle();
  faye.answer({ channel: '/meta/subscribe', successful: true });
  await settle();
  return {
    ...slices,
    colours: deps.colours,
    clock,
    page,
    service,
    faye,
    storage,
    delivery,
    report,
    settle,
    wait,
    hears,
    active,
    /** Makes one API call as the page does, without waiting for its effect. */
    call: (...args: unknown[]) => calls?.(args),
    /** Makes one API call as the page does. @returns its result */
    async zE(...args: unknown[]) {
      const { createHostCalls } = await messengerFeatures.hostCalls();
      calls ??= await createHostCalls({ ...deps, handover, fill() {} });
      const result = calls(args);
      await settle();
      return result;
    },
    /** Sends a message as the agent; the visitor receives it at once. */
    async agentSays(message: Record<string, unknown> | string) {
      const stored = service.add(typeof message === 'string' ? { text: message } : message);
      await hears({ type: 'message', message: stored });
      return stored;
    },
    activity: (type: string, more: Record<string, unknown> = {}) =>
      hears({ type: 'activity', activity: { type, role: 'appMaker', ...more } }),
    /** Types a text into the composer and sends it. */
    async says(text: string) {
      const box = screen.getByRole('textbox', { name: 'Type a message' });
      await act(() => void fireEvent.input(box, { target: { value: text } }));
      await act(() => void fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 }));
      await settle();
    },
    async press(name: string) {
      await act(() => screen.getByRole('button', { name }).click());
      await settle();
    },
    /** Fills in a field of a form. */
    fills: (label: string, value: string) =>
      act(() => void fireEvent.input(screen.getByLabelText(label), { target: { value } })),
    /** Chooses files to send. */
    async sends(...files: File[]) {
      if (!input()) await this.press('Upload file');
      Object.defineProperty(input(), 'files', { value: files, configurable: true });
      await act(() => void input()?.dispatchEvent(new Event('change', { bubbles: true })));
      await settle();
    },
  };
};

const input = () => document.querySelector('input[type=file]');

/** The browser storage of a returning visitor. */
export const returning = () => createFakeStorage({ 'ZD-int.appUserId': 'u', 'ZD-int.sessionToken': 'token' });

export type Visitor = Awaited<ReturnType<typeof createVisitor>>;

export const log = (): HTMLElement => screen.getByRole('log', { name: 'Messages' });
/** The texts of the log's rows, including text meant only for screen readers. */
export const rows = (): string[] =>
  [...log().querySelectorAll('ol > li')]
    .filter((li) => !li.parentElement?.closest('li') && (li as HTMLElement).style.display !== 'none')
    .map((li) => li.textContent ?? '');
/** The row that contains this text. */
export const row = (text: string | RegExp): HTMLElement =>
  within(log()).getByText(text).closest('li') as HTMLElement;
export const alerts = (): string[] => screen.queryAllByRole('alert').map((a) => a.textContent ?? '');
