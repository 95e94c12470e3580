import type { WireMessage } from '../../wire/message';
import type { ArrivalDeps, createArrivals } from './arrivals';

export type TakerDeps = ArrivalDeps & {
  chunks: { arrivals: () => Promise<Pick<typeof import('./arrivals'), 'createArrivals'>> };
};

/** Passes each new agent's message to the `arrivals` chunk, which loads with the first one. */
export const createArrivalTaker = (deps: TakerDeps) => {
  let loading: Promise<ReturnType<typeof createArrivals>> | undefined;
  return {
    take(message: WireMessage, conversationId: string) {
      loading ??= deps.chunks.arrivals().then((arrivals) => arrivals.createArrivals(deps));
      loading
        .then((arrivals) => arrivals.take(message, conversationId))
        .catch(() => {
          loading = undefined;
        });
    },
    dispose: () => void loading?.then((arrivals) => arrivals.dispose()).catch(() => {}),
  };
};
