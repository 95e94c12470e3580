import { createElement } from 'react';
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
const createOptionsMenu = async (deps: MenuDeps) => {
  const [attention, ...others] = await Promise.all([
    attentionEntries(deps),
    ...menuFeatures.map(async (row) => (row.wanted(deps.slices) ? (await row.load())(deps) : [])),
  ]);
  const options = [...attention, ...others.flat(), ...ENTRIES.map((create) => create(deps))];
  const menu = createOptions({ options, report: deps.report });
  return (props: { onClose(): void }) => createElement(OptionsMenu, { ...props, menu });
};

export { createOptionsMenu as create };
