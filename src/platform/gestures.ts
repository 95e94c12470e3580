import { listen } from './disposer';

/** Tells of each press and key of a person in a document; what a script makes up is none. @returns the undo */
export const onGesture = (doc: Document, tell: () => void): (() => void) => {
  const told = ({ isTrusted }: Event) => isTrusted && tell();
  const offs = ['pointerdown', 'keydown'].map((name) => listen(doc, name, told, { capture: true }));
  return () => {
    for (const off of offs) off();
  };
};
