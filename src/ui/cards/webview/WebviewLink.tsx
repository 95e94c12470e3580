import { type ReactNode, useEffect, useRef } from 'react';
import type { Action, Extension } from '../../../wire/rich';
import { useHome } from '../../context';

/** `scope` begins with the key of the action's message, `label` is what the link says. */
export type WebviewLinkProps = { action: Action; url: string; scope: string; label: ReactNode };

/** Opens the page in its card; where a modifier asks for it in a tab, as any link. */
export const createWebviewLink =
  ({
    open,
    mayOpen,
  }: {
    open: (extension: Extension) => void;
    /** Whether a page may open by itself now. @param key its action's */
    mayOpen: (key: string) => boolean;
  }) =>
  ({ action: { size, openOnReceive }, url, scope, label }: WebviewLinkProps) => {
    const { announcement, widgetOpen } = useHome().state;
    const link = useRef<HTMLAnchorElement>(null);
    const show = () => open({ url, size, opener: link.current ?? undefined });
    // What has just come is read out at that moment, and never what was there before.
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
