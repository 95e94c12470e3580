import { useHome } from '../../conversation/context';
import type { ScrollbackProps } from '../../conversation/features';
import { Earlier } from './Earlier';
import { Latest } from './Latest';

/** The parts around the messages: scrollback at the top, the button to the latest message at the end. */
export const ScrollbackView = (props: ScrollbackProps & { loadPrevious(): void }) => {
  const { active } = useHome().state;
  if (props.at === 'end') return <Latest {...props} />;
  return active.value?.hasPreviousMessages ? <Earlier {...props} /> : null;
};
