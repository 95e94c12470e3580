import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { useHome } from './context';
import type { Parts } from './features';

type Props<K extends keyof Parts> = {
  name: K;
  with: ComponentProps<Parts[K]>;
  /** Shown until the part is loaded. */
  meanwhile?: ReactNode;
};

/** Shows a lazily loaded part; loads it when first shown. */
export const Part = <K extends keyof Parts>(props: Props<K>) => {
  const View = useHome().state.part(props.name).value as ComponentType<object> | undefined;
  return View ? <View {...(props.with as object)} /> : props.meanwhile;
};
