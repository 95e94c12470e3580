import { listen, undoAll } from './disposer';

/**
 * Calls `act` on each press and key of a person in a document; events made by scripts do not count.
 * @returns a function that undoes this
 */
export const onGesture = (doc: Document, act: () => void): (() => void) => {
  const told = ({ isTrusted }: Event) => isTrusted && act();
  const offs = ['pointerdown', 'keydown'].map((name) => listen(doc, name, told, { capture: true }));
  return undoAll(offs);
};
