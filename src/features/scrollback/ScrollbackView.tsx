import { useHome } from '../../conversation/context';
import type { ScrollbackProps } from '../../conversation/features';
import { Earlier } from './Earlier';
import { Latest } from './Latest';

/** The parts around the messages: scrollback at the top, the button to the latest message at the end. */
export const ScrollbackView = (props: ScrollbackProps & { loadPrevious(): void }) => {
  const { hasPrevious } = useHome().state;
  if (props.at === 'end') return <Latest {...props} />;
  return hasPrevious.value ? <Earlier {...props} /> : null;
};
