import type { Clock } from '@porch/messenger/platform/clock';
import type { ApiFailure } from '../../model/apiResult';
import type { AgentApi } from '../../services/api';
import type { UnsentReplies } from '../writing/unsentReplies';
import type { Conversations } from './conversations';
import { createCounts } from './counts';
import { createListing } from './listing';
import { createMany } from './many';
import { createSelecting } from './selecting';

type ListDeps = {
  api: AgentApi;
  clock: Clock;
  conversations: Conversations;
  unsentReplies: UnsentReplies;
  /** The id of the signed-in agent. */
  ownId: string;
  onFailure(failure: ApiFailure): void;
};

/** The list, its counts, and what is done to many of its rows. */
export const createListParts = (deps: ListDeps) => {
  const listing = createListing(deps);
  const counts = createCounts({ ...deps, tag: listing.tag });
  const selecting = createSelecting(listing);
  const many = createMany(deps);
  return {
    listing,
    counts,
    selecting,
    many,
    dispose: () => {
      for (const part of [listing, counts, selecting, many]) part.dispose();
    },
  };
};
