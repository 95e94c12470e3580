import { UNREAD_CEILING } from '../../model/unread';

/** Puts a number before the page's title, and takes it away for 0. A title that the page has set since is kept. */
export const createTitleMark = (doc: Document) => {
  let own = '';
  let shown: string | undefined;
  return (count: number): void => {
    if (doc.title !== shown) own = doc.title;
    // A browser gives a title back without blanks at its ends.
    shown = count ? `(${count > UNREAD_CEILING ? `${UNREAD_CEILING}+` : count}) ${own}`.trim() : own;
    if (doc.title !== shown) doc.title = shown;
  };
};
