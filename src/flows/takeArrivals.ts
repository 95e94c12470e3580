import type { WireMessage } from '../wire/message';
import type { ArrivalDeps, createArrivals } from './arrivals';

/** Hands each new message of an agent to what is loaded with the first of them. */
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
