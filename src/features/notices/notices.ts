import { createElement } from 'react';
import type { Needs } from '../../conversation/featureDeps';
import type { RowDeps } from '../../conversation/featureRow';
import { createEntries } from './entries';
import { Notices } from './View';

/**
 * The notices below the composer, with those that other features declare in their rows. Rejects when one of
 * those cannot be loaded.
 */
export const createNotices = async (deps: Needs<never, 'settings'> & Pick<RowDeps, 'rows'>) => {
  const declared = await Promise.all(Object.values(deps.rows).flatMap((row) => row.notice?.() ?? []));
  // Each notice names its own needs; the registry makes sure of them.
  const notices = [
    ...createEntries(deps.slices.settings.raw),
    ...declared.map((create) => create(deps as RowDeps)),
  ];
  return () => createElement(Notices, { notices });
};

export { createNotices as create };
