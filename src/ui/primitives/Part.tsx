import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { useHome } from '../context';
import type { Parts } from '../parts';

type Props<K extends keyof Parts> = {
  name: K;
  with: ComponentProps<Parts[K]>;
  /** What stands in for the part until it is there. */
  meanwhile?: ReactNode;
};

/** Shows a lazily loaded part; the first time it is shown loads it. */
export const Part = <K extends keyof Parts>(props: Props<K>) => {
  const View = useHome().state.part(props.name).value as ComponentType<object> | undefined;
  return View ? <View {...(props.with as object)} /> : props.meanwhile;
};
