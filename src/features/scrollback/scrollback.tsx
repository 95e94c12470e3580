import type { ScrollbackProps } from '../../conversation/features';
import { createPageLoader, type PageDeps } from './loadPage';
import { ScrollbackView } from './ScrollbackView';

/**
 * Scrollback for a log longer than its window: earlier pages, a stable scroll position, and a jump to the
 * end.
 */
export const createScrollback = (deps: PageDeps) => {
  const loadPrevious = createPageLoader(deps);
  return (props: ScrollbackProps) => <ScrollbackView {...props} loadPrevious={loadPrevious} />;
};

export { createScrollback as create };
