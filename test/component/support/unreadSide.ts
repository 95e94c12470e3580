import { onTestFinished } from 'vitest';
import type { CardDeps } from '../../../src/conversation/featureDeps';
import { createLauncher } from '../../../src/launcher/launcher';
import { createStorages, type Storages } from '../../../src/platform/storage';
import { assembleSlices } from '../../support/assemble';
import { createFakeClock } from '../../support/fakeClock';
import { handoverOf } from '../../support/handover';
import { wire, wireConversation } from '../../support/messages';
import { createVisitorBrowser } from '../../support/visitorBrowser';
import { englishWords } from '../../support/words';

/** A browser that tells its tabs of changes at once. */
export const createBrowser = () => {
  const browser = createVisitorBrowser((tell) => tell());
  return { tab: () => createStorages(browser.openHost().host, true) };
};

/** A launcher with the slices behind it: what a visitor has who has not opened the window. */
export const createUnreadSide = (options: { storages?: Storages; listed?: boolean } = {}) => {
  const { slices, storages, clock } = assembleSlices({
    clock: createFakeClock(),
    storages: options.storages,
    messenger: { title: 'Shoe shop', canUserSeeConversationList: options.listed ?? false },
  });
  const surface = createLauncher(handoverOf());
  // The launcher makes the window's frame when it has the focus; there is none here.
  surface.home = () => new Promise(() => {});
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
    onDispose: (undo: () => void) => void undos.push(undo),
    report: (message: string) => void problems.push(message),
  } as unknown as CardDeps;
  const end = () => {
    for (const undo of undos.splice(0).reverse()) undo();
    surface.dispose();
  };
  onTestFinished(end);
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
        wireConversation(conversationId, { participants: [{ unreadCount: received.length }] }),
      );
      slices.messages.merge(
        conversationId,
        received.map((at) => wire(`${conversationId}-${at}`, at, { name: 'Mara Lind', ...more })),
      );
    },
    end,
  };
};
