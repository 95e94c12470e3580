import { createElement } from 'react';
import type { RowDeps } from '../../conversation/featureRow';
import { menuFeatures } from '../../conversation/menuFeatures';
import { attentionEntries } from './attentionEntries';
import { createOptions } from './chooseOption';
import { ENTRIES } from './entries';
import { OptionsMenu } from './Menu';
import type { MenuDeps } from './option';

/**
 * The menu of the header: the entries of other features, and below them its own.
 * Rejects when one of those cannot be loaded.
 */
export const createOptionsMenu = async (deps: MenuDeps & Pick<RowDeps, 'rows'>) => {
  const [attention, ...declared] = await Promise.all([
    attentionEntries(deps),
    ...menuFeatures.flatMap((row) => (row.wanted(deps.slices) ? row.load() : [])),
    ...Object.values(deps.rows).flatMap((row) => row.menu?.() ?? []),
  ]);
  // Each entry names its own needs; the registry makes sure of them.
  const options = [...attention, ...[...declared, ...ENTRIES].flatMap((create) => create(deps as RowDeps))];
  const menu = createOptions({ options, report: deps.report });
  return (props: { onClose(): void }) => createElement(OptionsMenu, { ...props, menu });
};

export { createOptionsMenu as create };
