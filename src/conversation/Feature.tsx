import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { useHome } from './context';
import type { Features } from './features';

type Props<K extends keyof Features> = {
  name: K;
  with: ComponentProps<Features[K]>;
  /** Shown until the feature is loaded. */
  meanwhile?: ReactNode;
};

/** Shows a lazily loaded feature; loads it when first shown. */
export const Feature = <K extends keyof Features>(props: Props<K>) => {
  const View = useHome().state.feature(props.name).value as ComponentType<object> | undefined;
  return View ? <View {...(props.with as object)} /> : props.meanwhile;
};
