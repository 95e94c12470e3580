import type { Needs } from '../featureDeps';
import { createDrafts, type Drafts } from './keepDraft';

/**
 * Stores the draft text. It is part of the card's file, so that it also works when no more code can be
 * loaded.
 */
export const keepDrafts = ({
  slices,
  clock,
  page,
  storages,
  onDispose,
}: Needs<'clock' | 'page' | 'storages' | 'onDispose', 'settings' | 'user' | 'conversations'>): Drafts => {
  const { settings, user, conversations } = slices;
  const drafts = createDrafts({
    store: storages.lasting,
    clock,
    integrationId: settings.integrationId,
    user,
    active: conversations.active,
  });
  onDispose(drafts.dispose);
  onDispose(page.onVisible((now) => (now ? drafts.guard() : drafts.flush())));
  onDispose(storages.onForeignChange(drafts.guard));
  return drafts;
};
