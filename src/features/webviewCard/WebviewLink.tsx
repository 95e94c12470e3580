import { useEffect, useRef } from 'react';
import { useHome } from '../../conversation/context';
import type { WebviewLinkProps } from '../../conversation/features';
import type { Extension } from '../../wire/rich';

/** A link that opens the page in its card. With Ctrl, Command or Shift it opens as an ordinary link. */
export const createWebviewLink =
  ({
    open,
    mayOpen,
  }: {
    open: (extension: Extension) => void;
    /**
     * Whether a page may open without a click now.
     * @param key the `scope` of its link
     */
    mayOpen: (key: string) => boolean;
  }) =>
  ({ action: { size, openOnReceive }, url, scope, label }: WebviewLinkProps) => {
    const { announcement, widgetOpen } = useHome().state;
    const link = useRef<HTMLAnchorElement>(null);
    const show = () => open({ url, size, opener: link.current ?? undefined });
    // Only a message that has just arrived is being announced, so older messages never open their page.
    const arrives = openOnReceive && announcement.value.some(({ id }) => id === scope.split(' ')[0]);
    useEffect(() => {
      if (arrives && widgetOpen.peek() && mayOpen(scope)) show();
    }, [arrives]);
    return (
      <a
        ref={link}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          show();
        }}
      >
        {label}
      </a>
    );
  };
