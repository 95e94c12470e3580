import type { ScrollbackProps } from '../../conversation/features';
import type { DayDeps } from './followDay';
import { createPageLoader, type PageDeps } from './loadPage';
import { ScrollbackView } from './ScrollbackView';

/**
 * Scrollback for a log longer than its window: earlier pages, a stable scroll position, and a jump to the
 * end.
 */
const createScrollback = (deps: PageDeps & DayDeps) => {
  const loadPrevious = createPageLoader(deps);
  import('./focused').then(
    ({ followDay }) => followDay(deps),
    () => {},
  );
  return (props: ScrollbackProps) => <ScrollbackView {...props} loadPrevious={loadPrevious} />;
};

export { createScrollback as create };
