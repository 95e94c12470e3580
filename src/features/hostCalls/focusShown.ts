import { callMayFocus } from '../../platform/mayFocus';
import type { CallDeps } from './callDeps';

/** Gives the text box the focus that it could not take when the window was opened while it was hidden. */
export const focusShown = ({ handover: { launcher } }: Pick<CallDeps, 'handover'>): void => {
  if (!launcher || !callMayFocus(launcher.root)) return;
  // What follows the slices may not be there yet.
  launcher.setHidden(false);
  launcher.setOpen(true, true);
};
