import type { Clock } from '@porch/messenger/platform/clock';
import { computed, type ReadonlySignal } from '@preact/signals-react';
import type { ApiFailure } from '../../model/apiResult';
import type { AgentApi } from '../../services/api';
import type { UnsentReplies } from '../writing/unsentReplies';
import type { Conversations } from './conversations';
import { createCounts } from './counts';
import { createListing } from './listing';
import { createMany } from './many';
import { createSavedViews } from './savedViews';
import { createSelecting } from './selecting';

type ListDeps = {
  api: AgentApi;
  clock: Clock;
  conversations: Conversations;
  unsentReplies: UnsentReplies;
  /** The id of the signed-in agent. */
  ownId: string;
  now: ReadonlySignal<number>;
  onFailure(failure: ApiFailure): void;
};

/** The list, its counts, and what is done to many of its rows. */
export const createListParts = (deps: ListDeps) => {
  const listing = createListing(deps);
  const savedViews = createSavedViews({ ...deps, api: deps.api.views, listing });
  // A tag of a saved view does not limit the other views.
  const tag = computed(() => (listing.chosen.value.saved ? '' : listing.tag.value));
  const counts = createCounts({ ...deps, tag, saved: savedViews.all });
  const selecting = createSelecting(listing);
  const many = createMany(deps);
  const parts = { listing, savedViews, counts, selecting, many };
  return {
    parts,
    dispose: () => {
      for (const part of [listing, counts, selecting, many]) part.dispose();
    },
  };
};
