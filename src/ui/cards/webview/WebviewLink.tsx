import type { Action, Extension } from '../../../wire/rich';

export type WebviewLinkProps = { action: Action; url: string };

/** Opens the page in its card; where a modifier asks for it in a tab, as any link. */
export const createWebviewLink =
  ({ open }: { open: (extension: Extension) => void }) =>
  ({ action: { text, size }, url }: WebviewLinkProps) => (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        open({ url, size, opener: event.currentTarget });
      }}
    >
      <bdi>{text}</bdi>
    </a>
  );
