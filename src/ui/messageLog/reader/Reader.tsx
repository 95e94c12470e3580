import { useHome } from '../../context';
import { Earlier } from './Earlier';
import { Latest } from './Latest';
import type { ReaderProps } from './place';

/** Stands before the messages and after them. */
export const Reader = (props: ReaderProps) => {
  const { hasPrevious } = useHome().state;
  if (props.at === 'end') return <Latest {...props} />;
  return hasPrevious.value ? <Earlier log={props.log} /> : null;
};
