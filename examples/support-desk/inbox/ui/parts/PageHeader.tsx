import type { ComponentChildren } from 'preact';
import type { RefObject } from 'react';
import { Icon } from './Icon';
import { useDesk } from './view';

type Props = {
  title: string;
  /** The back button and the heading, which can be focused. */
  back?: RefObject<HTMLButtonElement | null>;
  heading?: RefObject<HTMLHeadingElement | null>;
  children?: ComponentChildren;
};

/** The header of a page that replaces the conversations. */
export const PageHeader = ({ title, back, heading, children }: Props) => {
  const { pages } = useDesk().workspace;
  return (
    <header class="pane-header">
      <button
        ref={back}
        type="button"
        class="icon-button"
        aria-label="Back to the inbox"
        onClick={() => pages.show(undefined)}
      >
        <Icon name="back" />
      </button>
      <h1 ref={heading} tabIndex={heading && -1}>
        {title}
      </h1>
      {children}
    </header>
  );
};
