import type { Missed } from '../bus/bus';
import { createTellMissed } from '../domain/messages/tellMissed';
import type { Publisher } from '../model/publisher';
import { createRenewal } from '../realtime/fanOut';

type CatchUpDeps = Parameters<typeof createTellMissed>[0] & {
  fanOut: Parameters<typeof createRenewal>[0];
  availability?: Parameters<typeof createRenewal>[1];
};

/** What the clients of this process get if the bus has not delivered something. */
export const createCatchUp = (
  deps: CatchUpDeps,
  local: Publisher,
): { onGap: () => void; onMissed: (missed: Missed) => void } => {
  const onGap = createRenewal(deps.fanOut, deps.availability);
  return { onGap, onMissed: createTellMissed(deps, local, onGap) };
};
