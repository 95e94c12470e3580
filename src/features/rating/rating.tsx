import { effect, signal } from '@preact/signals-react';
import { createElement } from 'react';
import type { Needs } from '../../conversation/featureDeps';
import { getRating, sendRating } from '../../services/ratingCalls';
import { RatingView } from './RatingView';
import { createRatingFlow } from './ratingFlow';
import { loadRatingWords, type RatingWords } from './ratingWords';

/** The question how an ended conversation was. Rejects when its words cannot be loaded. */
export const createRating = async (
  {
    slices: { conversations, locale },
    delivery: { http },
    report,
    onDispose,
  }: Needs<'report' | 'onDispose', 'conversations' | 'locale', 'http'>,
  load = loadRatingWords,
) => {
  const { active } = conversations;
  const flow = createRatingFlow({
    get: (id) => getRating(http, id),
    send: (id, rating) => sendRating(http, id, rating),
    report,
  });
  let shown = locale.words.peek()?.locale ?? 'en-us';
  const words = signal<RatingWords>(await load(shown));
  onDispose(
    effect(() => {
      const code = locale.words.value?.locale ?? shown;
      if (code === shown) return;
      shown = code;
      load(code).then(
        (loaded) => {
          if (code === shown) words.value = loaded;
        },
        (cause) => report('The words of ratings could not be loaded', cause),
      );
    }),
  );
  onDispose(
    effect(() => {
      const { _id, status } = active.value ?? {};
      if (_id && status === 'idle') void flow.open(_id);
    }),
  );
  // A text about one conversation is not about another.
  return () => createElement(RatingView, { key: flow.state.value?.id, flow, words });
};
