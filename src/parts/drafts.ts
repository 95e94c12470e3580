import { createDrafts, type Drafts } from '../flows/keepDraft';
import type { PartDeps } from './deps';

/** What keeps what is typed. It comes with the card: a text is to be kept also where no more code can be had. */
export const keepDrafts = ({ slices, clock, page, storages, own }: PartDeps): Drafts => {
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
