import { createElement } from 'react';
import type { Needs } from '../../conversation/featureDeps';
import { createEntries } from './entries';
import { Notices } from './View';

/** The notices below the composer. */
export const createNotices = ({ slices }: Needs<never, 'settings'>) => {
  const notices = createEntries(slices.settings.raw);
  return () => createElement(Notices, { notices });
};

export { createNotices as create };
