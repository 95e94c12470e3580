import { createElement } from 'react';
import type { MenuEntry } from '../../conversation/featureRow';
import { createOptions } from './chooseOption';
import { ENTRIES } from './entries';
import { OptionsMenu } from './Menu';
import type { MenuDeps } from './option';

/**
 * The menu of the header.
 * @param declared the entries of other features, shown below its own
 */
export const createOptionsMenu = (deps: MenuDeps, declared: readonly MenuEntry[]) => {
  const options = [...ENTRIES.map((create) => create(deps)), ...declared];
  const menu = createOptions({ options, report: deps.report });
  return (props: { onClose(): void }) => createElement(OptionsMenu, { ...props, menu });
};
