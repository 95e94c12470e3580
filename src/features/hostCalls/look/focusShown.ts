import type { Needs } from '../../../conversation/featureDeps';
import type { Handover } from '../../../loader/handover';
import { callMayFocus } from '../../../platform/mayFocus';

export type FocusNeeds = Needs<never, 'launcher'> & { handover: Pick<Handover, 'launcher'> };

/** Gives the text box of a window that a call of the page has opened or shown the focus, where a call may take it. */
export const focusShown = ({ handover: { launcher }, slices }: FocusNeeds): void => {
  if (!launcher?.isOpen() || !callMayFocus(launcher.root)) return;
  // What follows the slices may not be there yet.
  launcher.setHidden(slices.launcher.hidden.peek());
  launcher.setOpen(true, true);
};
