import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Layout } from '../wire/layout';

/**
 * The publisher's layout settings: the configuration's, overridden by those of the page's calls. They last
 * until the page is left.
 */
export const createLayout = ({ initial }: { initial: Layout }) => {
  const wishes = signal(initial);
  return {
    wishes: wishes as ReadonlySignal<Layout>,
    add(more: Layout) {
      wishes.value = { ...wishes.value, ...more };
    },
  };
};
