import type { CallDeps } from './callDeps';

/** Gives the text box the focus that it could not take when the window was opened while it was hidden. */
export const focusShown = ({ handover, host, page }: Pick<CallDeps, 'handover' | 'host' | 'page'>): void => {
  const { body, activeElement } = host.document;
  // On a touch screen, focus would bring up the keyboard. What the visitor has focused on the page keeps it.
  if (page.coarsePointer() || activeElement !== body) return;
  const { launcher } = handover;
  // What follows the slices may not be there yet.
  launcher?.setHidden(false);
  void launcher?.home().then(({ textBox }) => textBox.box.focus());
};
