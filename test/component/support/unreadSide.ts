import type { CardDeps } from '../../../src/conversation/featureDeps';
import { createLauncher } from '../../../src/launcher/launcher';
import type { Storages } from '../../../src/platform/storage';
import { createSlices } from '../../../src/slices/createSlices';
import { decodeConfig } from '../../../src/wire/config';
import { decodeConversation, type WireConversation } from '../../../src/wire/conversation';
import { createFakeClock } from '../../support/fakeClock';
import { createFakeStore } from '../../support/fakeStorage';
import { handoverOf } from '../../support/handover';
import { wire } from '../../support/messages';
import { englishWords } from '../../support/words';

/** What the tabs of one browser share: a store that tells the other tabs what one of them writes. */
export const createBrowser = () => {
  const store = createFakeStore();
  const tabs: ((key: string, value: string) => void)[] = [];
  return {
    store,
    tab(): Storages {
      let listener: ((key: string, value: string) => void) | undefined;
      const set = (key: string, value: string) => {
        store.set(key, value);
        for (const tell of tabs) if (tell !== listener) tell(key, value);
      };
      return {
        lasting: { ...store, set },
        session: createFakeStore(),
        firstConsent: 'all' as const,
        removeForbidden() {},
        setConsent() {},
        onForeignChange(run) {
          listener = run;
          tabs.push(run);
          return () => void tabs.splice(tabs.indexOf(run), 1);
        },
      };
    },
  };
};

/** A launcher with the slices behind it: what a visitor has who has not opened the window. */
export const createUnreadSide = (options: { storages?: Storages; listed?: boolean } = {}) => {
  const clock = createFakeClock();
  const surface = createLauncher(handoverOf());
  // The launcher makes the window's frame when it has the focus; there is none here.
  surface.home = () => new Promise(() => {});
  const storages = options.storages ?? createBrowser().tab();
  const config = decodeConfig({
    messenger: {
      title: 'Shoe shop',
      integrationId: 'int',
      canUserSeeConversationList: options.listed ?? false,
    },
  });
  let ids = 0;
  const slices = createSlices({ config, storages, clock, createId: () => `id-${++ids}` });
  const undos: (() => void)[] = [];
  const problems: unknown[] = [];
  let refreshes = 0;
  const deps = {
    slices,
    surface,
    storages,
    clock,
    host: window,
    delivery: { refresh: () => void refreshes++ },
    words: { more: () => Promise.reject(new Error('no file')) },
    own: (undo: () => void) => void undos.push(undo),
    report: (message: string) => void problems.push(message),
  } as unknown as CardDeps;
  return {
    deps,
    clock,
    surface,
    problems,
    ...slices,
    refreshes: () => refreshes,
    speak: () => slices.locale.set(englishWords()),
    /** A conversation with messages of its agent, each with its `received`. */
    has(conversationId: string, received: readonly number[], more: Record<string, unknown> = {}) {
      slices.conversations.upsert(
        decodeConversation({
          _id: conversationId,
          participants: [{ unreadCount: received.length }],
        }) as WireConversation,
      );
      slices.messages.merge(
        conversationId,
        received.map((at) => wire(`${conversationId}-${at}`, at, { name: 'Mara Lind', ...more })),
      );
    },
    end() {
      for (const undo of undos.reverse()) undo();
      surface.dispose();
    },
  };
};
