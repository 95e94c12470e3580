import { computed, signal } from '@preact/signals-react';
import { startWhenOpen } from '../../src/conversation/onceOpen';
import { type Chunks, lazyChunks } from '../../src/delivery/chunks';
import { createDelivery } from '../../src/delivery/delivery';
import { createPageLogins } from '../../src/delivery/identity/pageLogins';
import type { OpenChannel } from '../../src/delivery/identity/tokenOfTabs';
import { keepRead } from '../../src/delivery/receiving/markRead';
import type { Clock } from '../../src/platform/clock';
import type { Lock } from '../../src/platform/inTurn';
import type { Storages } from '../../src/platform/storage';
import { createSlices } from '../../src/slices/createSlices';
import { decodeConfig } from '../../src/wire/config';
import { createFakePage } from './fakePage';
import { createFakeStorages } from './fakeStorage';
import { createOwner } from './owner';

type State<C extends Clock> = {
  clock: C;
  /** The messenger's block of the configuration. */
  messenger?: Record<string, unknown>;
  storages?: Storages;
  /** Prefix of this page's ids, which keeps them distinct from those of other pages. */
  idPrefix?: string;
};

/** The slices of a page's messenger, and what they are made of. */
export const assembleSlices = <C extends Clock>(options: State<C>) => {
  const { clock, storages = createFakeStorages(), idPrefix = 'id' } = options;
  let ids = 0;
  const createId = () => `${idPrefix}-${++ids}`;
  const config = decodeConfig({ messenger: { integrationId: 'int', ...options.messenger } });
  const slices = createSlices({ config, storages, createId, clock });
  return { clock, createId, config, storages, slices };
};

type Options<C extends Clock> = State<C> & {
  fetch: typeof fetch;
  /** Replaces lazy chunks. */
  chunks?: Partial<Chunks>;
  /** Lets one tab at a time create a visitor. */
  lock?: Lock;
  /** Opens a channel to the other tabs. */
  openChannel?: OpenChannel;
  /** Takes what is reported; `reports` by default. */
  report?: (message: string, ...cause: unknown[]) => void;
};

/** The messenger of a page without its interface, put together as `messenger.ts` does. */
export const assembleMessenger = <C extends Clock>(options: Options<C>) => {
  const state = assembleSlices(options);
  const { slices } = state;
  const { router, launcher, conversations } = slices;
  const page = createFakePage();
  const reports: string[] = [];
  const report =
    options.report ?? ((message, ...cause) => void reports.push([message, ...cause.map(String)].join(' | ')));
  const { onDispose, clock, dispose } = createOwner(options.clock);
  const engine = createDelivery({
    ...{ ...state, onDispose, clock, page, report },
    ...{ fetch: options.fetch, lock: options.lock, openChannel: options.openChannel },
    chunks: { ...lazyChunks, ...options.chunks },
  });
  const delivery = { ...engine, ...createPageLogins({ ...engine, user: slices.user, report }) };
  const visible = signal(page.visible());
  onDispose(page.onVisible((now) => (visible.value = now)));
  const seen = computed(() => router.widgetOpen.value && visible.value && !launcher.hidden.value);
  const reading = computed(() => seen.value && !conversations.listShown.value);
  return {
    ...state,
    page,
    report,
    reports,
    onDispose,
    delivery,
    seen,
    /** Does what a surface does: starts with the open window. @returns the undo */
    startWhenOpen: () => startWhenOpen({ ...slices, ...delivery, draw() {} }),
    /** Marks what is on screen as read. @returns the undo */
    keepRead: () =>
      keepRead({ ...slices, ...delivery, clock: options.clock, reading, unread: slices.unreadHere }),
    /** Ends the engine, with every wait of its clock. */
    dispose,
  };
};

export type AssembledMessenger = ReturnType<typeof assembleMessenger>;
