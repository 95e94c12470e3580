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
  own,
}: Needs<'clock' | 'page' | 'storages' | 'own', 'settings' | 'user' | 'conversations'>): Drafts => {
  const { settings, user, conversations } = slices;
  const drafts = createDrafts({
    store: storages.lasting,
    clock,
    integrationId: settings.integrationId,
    user,
    active: conversations.active,
  });
  own(drafts.dispose);
  own(page.onVisible((now) => now || drafts.flush()));
  return drafts;
};
