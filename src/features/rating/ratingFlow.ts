import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Rating } from '../../services/ratingCalls';
import type { RequestError } from '../../services/requestError';

/** What is known of the rating of the conversation on screen. */
export type RatingState = {
  /** The conversation that it belongs to. */
  id: string;
  /** What the visitor has chosen, sent or not. */
  rating?: Rating;
  step: 'asked' | 'sending' | 'failed' | 'sent';
};

/** The rating of a conversation that has ended. */
export type RatingFlow = {
  /** Undefined until it is known whether the conversation can be rated. */
  state: ReadonlySignal<RatingState | undefined>;
  /** Reads the rating of a conversation. If it cannot be read, the visitor is not asked. */
  open(id: string): Promise<void>;
  /** Sends a rating, or sends another one instead. */
  rate(rating: Rating): Promise<void>;
};

export const createRatingFlow = (deps: {
  get: (id: string) => Promise<Rating | undefined>;
  send: (id: string, rating: Rating) => Promise<void>;
  report: (message: string, cause: unknown) => void;
}): RatingFlow => {
  const state = signal<RatingState | undefined>(undefined);
  /** The newest request; answers to earlier ones change nothing. */
  let newest: object | undefined;
  const begin = () => {
    const own = {};
    newest = own;
    return () => newest === own;
  };
  const failed = (cause: unknown) => {
    if (!(cause as RequestError).isActionCancelled) deps.report('The rating failed', cause);
  };
  return {
    state,
    async open(id) {
      const isNewest = begin();
      state.value = undefined;
      try {
        const rating = await deps.get(id);
        if (isNewest()) state.value = { id, rating, step: rating ? 'sent' : 'asked' };
      } catch (cause) {
        failed(cause);
      }
    },
    async rate(rating) {
      const { id } = state.peek() ?? {};
      if (!id) return;
      const isNewest = begin();
      state.value = { id, rating, step: 'sending' };
      let step: RatingState['step'] = 'sent';
      try {
        await deps.send(id, rating);
      } catch (cause) {
        step = 'failed';
        failed(cause);
      }
      if (isNewest()) state.value = { id, rating, step };
    },
  };
};
