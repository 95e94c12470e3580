import type { ComponentChildren } from 'preact';
import { useDesk } from './view';

type Props = { appUserId: string; class?: string; children: ComponentChildren };

/** A link to a visitor's page. A new tab shows the page alone, and this one keeps what is below it. */
export const PersonLink = ({ appUserId, class: styled, children }: Props) => {
  const { pages } = useDesk().workspace;
  const page = `person-${appUserId}` as const;
  return (
    <a
      class={styled}
      href={`#page=${encodeURIComponent(page)}`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        pages.show(page);
      }}
    >
      {children}
    </a>
  );
};
