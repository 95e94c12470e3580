import { useRef } from 'react';
import type { Page } from '../../state/pages/pages';
import { Icon, type IconName } from '../parts/Icon';
import { useFocusTarget } from '../parts/useFocusTarget';
import { type FocusTarget, useDesk } from '../parts/view';

type Props = { page: Page; label: string; icon: IconName; target: FocusTarget };

/** Opens a page from the header of the list. */
export const PageButton = ({ page, label, icon, target }: Props) => {
  const { pages } = useDesk().workspace;
  const button = useRef<HTMLButtonElement>(null);
  useFocusTarget(target, button);
  return (
    <button
      ref={button}
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      onClick={() => pages.show(page)}
    >
      <Icon name={icon} />
    </button>
  );
};
