import { type RefObject, useLayoutEffect } from 'react';
import { type FocusTarget, useDesk } from './view';

/** Focuses `ref` when its target is requested, at once or as soon as it is on the page. */
export const useFocusTarget = (target: FocusTarget, ref: RefObject<HTMLElement | null>): void => {
  const { view } = useDesk();
  const wanted = view.wanted.value === target;
  useLayoutEffect(() => {
    if (!wanted || !ref.current) return;
    ref.current.focus();
    view.focus(undefined);
  });
};
