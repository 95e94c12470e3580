import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Layout } from '../wire/layout';

/** How the publisher wants things arranged: the configuration's wishes with those of the page's calls over them, for this page load. */
export const createLayout = ({ initial }: { initial: Layout }) => {
  const wishes = signal(initial);
  return {
    wishes: wishes as ReadonlySignal<Layout>,
    add(more: Layout) {
      wishes.value = { ...wishes.value, ...more };
    },
  };
};
