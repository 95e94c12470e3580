import { useEffect, useRef } from 'react';
import { useHome } from '../../conversation/context';
import type { WebviewLinkProps } from '../../conversation/features';
import type { Extension } from '../../wire/rich';

/** A link that opens the page in its card. With Ctrl, Command or Shift it opens as an ordinary link. */
export const createWebviewLink =
  ({
    open,
    mayOpen,
    isNew,
  }: {
    open: (extension: Extension, isAutomatic?: boolean) => void;
    /**
     * Whether a page may open without a click now.
     * @param key the `scope` of its link
     */
    mayOpen: (key: string) => boolean;
    /** Whether the message with this id has just arrived. Read in a component, it follows announcements. */
    isNew: (id: string) => boolean;
  }) =>
  ({ action: { size, openOnReceive }, url, scope, label }: WebviewLinkProps) => {
    const { widgetOpen } = useHome().state;
    const link = useRef<HTMLAnchorElement>(null);
    const show = (isAutomatic?: boolean) =>
      open({ url, size, opener: link.current ?? undefined }, isAutomatic);
    // An older message never opens its page.
    const arrives = openOnReceive && isNew(scope.split(' ')[0] as string);
    useEffect(() => {
      if (arrives && widgetOpen.peek() && mayOpen(scope)) show(true);
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
