import type { WireMessage } from '../../wire/message';
import type { ArrivalDeps, createArrivals } from './arrivals';

/** Passes each new agent's message to the `arrivals` chunk, which loads with the first one. */
export const createArrivalTaker = (deps: ArrivalDeps) => {
  let loading: Promise<ReturnType<typeof createArrivals>> | undefined;
  return {
    take(message: WireMessage, conversationId: string) {
      loading ??= import('./arrivals').then((arrivals) => arrivals.createArrivals(deps));
      loading
        .then((arrivals) => arrivals.take(message, conversationId))
        .catch(() => {
          loading = undefined;
        });
    },
    dispose: () => void loading?.then((arrivals) => arrivals.dispose()).catch(() => {}),
  };
};
