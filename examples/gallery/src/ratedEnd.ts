import { signal } from '@preact/signals-react';
import { createElement, Fragment } from 'react';
import { useHome } from '../../../src/conversation/context';
import { Ended } from '../../../src/features/ended/ended';
import { RatingView } from '../../../src/features/rating/RatingView';
import type { RatingFlow } from '../../../src/features/rating/ratingFlow';
import type { GalleryState } from './fixtures';

const KEYS = ['question', 'good', 'bad', 'comment', 'thanks'].map((name) => `rating.${name}`);

/** The end of a conversation with its rating, without a desk. */
export const createRatedEnd = (rating: NonNullable<GalleryState['rating']>) => {
  const state = signal<RatingFlow['state']['value']>({ id: 'c', ...rating });
  const flow: RatingFlow = {
    state,
    open: async () => {},
    async rate(next) {
      state.value = { id: 'c', rating: next, step: 'sent' };
    },
  };
  return () => {
    const { t } = useHome().state.words.value;
    const words = signal(Object.fromEntries(KEYS.map((key) => [key, t(key)])));
    return createElement(
      Fragment,
      null,
      createElement(Ended, null),
      createElement(RatingView, { flow, words }),
    );
  };
};
