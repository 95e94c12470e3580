import type { Needs } from '../../../conversation/featureDeps';
import type { Handover } from '../../../loader/handover';
import { callMayFocus } from '../../../platform/mayFocus';

export type FocusNeeds = Needs<never, 'launcher'> & { handover: Pick<Handover, 'launcher'> };

/** Focuses the text box of a window that a call of the page has opened or shown, if a call may take the focus. */
export const focusShown = ({ handover: { launcher }, slices }: FocusNeeds): void => {
  if (!launcher?.isOpen() || !callMayFocus(launcher.root)) return;
  // The code that follows the slices may not have loaded yet.
  launcher.setHidden(slices.launcher.hidden.peek());
  launcher.setOpen(true, true);
};
