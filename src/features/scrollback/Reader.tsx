import { useHome } from '../../conversation/context';
import { Earlier } from './Earlier';
import { Latest } from './Latest';
import type { ReaderProps } from './place';

/** The parts around the messages: scrollback at the top, the button to the latest message at the end. */
export const Reader = (props: ReaderProps) => {
  const { hasPrevious } = useHome().state;
  if (props.at === 'end') return <Latest {...props} />;
  return hasPrevious.value ? <Earlier log={props.log} /> : null;
};
