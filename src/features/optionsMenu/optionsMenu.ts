import { createElement } from 'react';
import { menuFeatures } from '../../conversation/menuFeatures';
import { attentionEntries } from './attentionEntries';
import { createOptions } from './chooseOption';
import { FIRST, LAST } from './entries';
import { OptionsMenu } from './Menu';
import type { MenuDeps } from './option';

/**
 * The menu of the header: the call, the entries of other features, and what leaves the conversation.
 * Rejects when one of those cannot be loaded.
 */
const createOptionsMenu = async (deps: MenuDeps) => {
  const [attention, ...others] = await Promise.all([
    attentionEntries(deps),
    ...menuFeatures.map(async (row) => (row.wanted(deps.slices) ? (await row.load())(deps) : [])),
  ]);
  const own = (entries: typeof FIRST) => entries.map((create) => create(deps));
  const options = [...own(FIRST), ...attention, ...others.flat(), ...own(LAST)];
  const menu = createOptions({ options, report: deps.report });
  return (props: { onClose(): void }) => createElement(OptionsMenu, { ...props, menu });
};

export { createOptionsMenu as create };
